"""Messages of a support desk: those that hold one question, and those that hold several, with their parts."""

from __future__ import annotations

WHOLE = (
    "My server went down for an hour. Will I be compensated?",
    "I have a Pro plan. Can I get SSO?",
    "a red and blue cable",
    "terms and conditions",
    "Compare A and B",
    "Compare the refund policy and the API rate limits",
    "What is the difference between the Team plan and the contract terms?",
    "How do I reset my password?",
    "Where can I find the terms and conditions?",
    "Can I change my payment card and my email address?",
    "Do you ship to Norway and Sweden?",
    "I want to log in and change my password.",
    "How do I cancel and get a refund?",
    "I was charged twice. My parcel never came. Can I get my money back?",
    "The app crashes, please refund me.",
    "Hi there! How do I export my data?",
    "Can you help me? I was charged twice.",
    "I was charged twice. Any ideas?",
    "My dashboard shows an error, what should I do?",
    "I cannot get the select query to work, what steps should I take?",
    "Is it free? Why?",
    "Can I get a refund? If so, how?",
    "Is SSO included? Or is it only for Enterprise?",
    "Tell me what the late-fee clause says.",
    "I don't know which plan includes single sign-on.",
    "Do you know when and where my parcel will be delivered?",
    "Can my wife and I share a plan?",
    "What happens when the payment fails?",
    "Where is the parcel that was shipped on Monday?",
    "If I upgrade and then downgrade, do I keep the seats?",
    "Which of the plans has a webhook and an API?",
    "How much is version 6.15.0 compared with 6.14.0?",
    "Does Dr. Smith have access, i.e. can she open the invoice?",
    "I paid on 3. May and the seller sent nothing. Will I be refunded?",
    "Thanks! That worked.",
    "It works now, thank you very much and have a nice day",
    "Will I be compensated? My server went down for an hour.",
    "I need to move my account to a new company. Can I keep my plan?",
    "Please send the invoice and the receipt to my email address",
    "Is a Team or Pro plan better for us?",
    "Open the settings and then the profile tab of my account",
    "Please compare the invoice and then the contract",
    "What time is it in Oslo? And in Rome?",
    "Ich möchte meinen Tarif wechseln und wissen, ob ich eine Rechnung bekomme.",
    "Is SSO included? I need it for my company.",
    "Wie kündige ich meinen Vertrag?",
    "Ich habe zweimal bezahlt. Bekomme ich mein Geld zurück?",
    "Allgemeine Geschäftsbedingungen und Datenschutz",
    "Was ist der Unterschied zwischen dem Tarif Basis und dem Tarif Plus?",
    "Comment résilier mon abonnement ?",
    "J'ai payé deux fois. Est-ce que je serai remboursé ?",
    "Quelle est la différence entre le forfait Pro et le forfait Équipe ?",
    "如何重置我的密码？",
    "The password reset link expired; can you send another one?",
    "Why was I charged $12.50 on Jan. 3 for seats, storage and support?",
)
"""Each holds one question: context, greetings, comparisons and lists stay with it."""

SEVERAL: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "I was charged twice and the dashboard keeps logging me out.",
        ("I was charged twice", "the dashboard keeps logging me out."),
    ),
    (
        "Which plan includes single sign-on, and what does it cost per seat?",
        ("Which plan includes single sign-on", "what does it cost per seat?"),
    ),
    (
        "Summarize the contract and tell me the late-fee clause",
        ("Summarize the contract", "tell me the late-fee clause"),
    ),
    (
        "Wie kündige ich, und bekomme ich mein Geld zurück?",
        ("Wie kündige ich", "bekomme ich mein Geld zurück?"),
    ),
    ("What is X? And how do I Y?", ("What is X?", "how do I Y?")),
    (
        "How do I reset my password? Where is my parcel?",
        ("How do I reset my password?", "Where is my parcel?"),
    ),
    (
        "How do I reset my password and where is my parcel?",
        ("How do I reset my password", "where is my parcel?"),
    ),
    (
        "How do I reset my password where is my parcel",
        ("How do I reset my password", "where is my parcel"),
    ),
    (
        "what does the pro plan cost Where is my parcel",
        ("what does the pro plan cost", "Where is my parcel"),
    ),
    (
        "What is the refund policy? Also, can I export my data?",
        ("What is the refund policy?", "can I export my data?"),
    ),
    (
        "Is there a free tier? How many seats does it have? Do you charge VAT?",
        ("Is there a free tier?", "How many seats does it have?", "Do you charge VAT?"),
    ),
    (
        "I have a Pro plan. Can I get SSO? And how much is a seat?",
        ("I have a Pro plan. Can I get SSO?", "how much is a seat?"),
    ),
    (
        "How do I get a refund? My server went down for an hour. And how do I upgrade my plan?",
        ("How do I get a refund? My server went down for an hour.", "how do I upgrade my plan?"),
    ),
    (
        "How do I get a refund? I also have a Pro plan. Can I get SSO?",
        ("How do I get a refund?", "I also have a Pro plan. Can I get SSO?"),
    ),
    (
        "How do I reset my password? I'd also like a refund.",
        ("How do I reset my password?", "I'd also like a refund."),
    ),
    (
        "What does the Pro plan cost and also my parcel is late",
        ("What does the Pro plan cost", "my parcel is late"),
    ),
    (
        "Hello! What does the Team plan cost? And does the API have a timeout?",
        ("Hello! What does the Team plan cost?", "does the API have a timeout?"),
    ),
    (
        "1. How do I cancel my plan?\n2. Where is my invoice?",
        ("How do I cancel my plan?", "Where is my invoice?"),
    ),
    (
        "- What is your privacy policy?\n- How long does shipping take?\n- Is SSO included?",
        ("What is your privacy policy?", "How long does shipping take?", "Is SSO included?"),
    ),
    (
        "Show me my last invoice and then summarize the contract",
        ("Show me my last invoice", "summarize the contract"),
    ),
    (
        "Cancel my parcel and reset my password",
        ("Cancel my parcel", "reset my password"),
    ),
    (
        "Reset my password, cancel my parcel and explain the invoice",
        ("Reset my password", "cancel my parcel", "explain the invoice"),
    ),
    (
        "My parcel never came and I was charged twice.",
        ("My parcel never came", "I was charged twice."),
    ),
    (
        "The API returns an error, and my invoice is wrong.",
        ("The API returns an error", "my invoice is wrong."),
    ),
    (
        "My invoice is wrong. The dashboard shows an error.",
        ("My invoice is wrong.", "The dashboard shows an error."),
    ),
    (
        "Can I get a refund and how do I export my data?",
        ("Can I get a refund", "how do I export my data?"),
    ),
    (
        "What does the contract say about late fees, and who do I call when the server crashes?",
        ("What does the contract say about late fees", "who do I call when the server crashes?"),
    ),
    (
        "Explain the GDPR retention rules. Then list the plans with SSO.",
        ("Explain the GDPR retention rules.", "list the plans with SSO."),
    ),
    (
        "Explain the GDPR retention rules; also show me how to import contacts",
        ("Explain the GDPR retention rules", "show me how to import contacts"),
    ),
    (
        "Do you ship to Norway, and is VAT included?",
        ("Do you ship to Norway", "is VAT included?"),
    ),
    (
        "How long is data kept? Why? How do I upgrade my plan?",
        ("How long is data kept? Why?", "How do I upgrade my plan?"),
    ),
    (
        "Is the API down? Thanks! When will my parcel arrive?",
        ("Is the API down? Thanks!", "When will my parcel arrive?"),
    ),
    (
        "What is the late-fee clause, does the API have a timeout?",
        ("What is the late-fee clause", "does the API have a timeout?"),
    ),
    (
        "tell me the price of a seat and also what is the privacy policy",
        ("tell me the price of a seat", "what is the privacy policy"),
    ),
    (
        "What is the tracking number of my parcel and please send me the invoice",
        ("What is the tracking number of my parcel", "please send me the invoice"),
    ),
    (
        "Why does the webhook fail?! Is my plan still active?",
        ("Why does the webhook fail?!", "Is my plan still active?"),
    ),
    (
        "Wann kommt mein Paket? Und wie ändere ich mein Passwort?",
        ("Wann kommt mein Paket?", "wie ändere ich mein Passwort?"),
    ),
    (
        "Wo finde ich meine Rechnung und wie ändere ich mein Passwort?",
        ("Wo finde ich meine Rechnung", "wie ändere ich mein Passwort?"),
    ),
    (
        "Erkläre den Vertrag und zeig mir meine Rechnung",
        ("Erkläre den Vertrag", "zeig mir meine Rechnung"),
    ),
    (
        "Gibt es einen Tarif mit SSO? Außerdem: wann wird mein Paket geliefert?",
        ("Gibt es einen Tarif mit SSO?", "wann wird mein Paket geliefert?"),
    ),
    (
        "Comment résilier mon contrat, et quand serai-je remboursé ?",
        ("Comment résilier mon contrat", "quand serai-je remboursé ?"),
    ),
    (
        "Où est mon colis ? Et combien coûte le forfait Pro ?",
        ("Où est mon colis ?", "combien coûte le forfait Pro ?"),
    ),
    (
        "Explique le contrat et montre-moi ma facture",
        ("Explique le contrat", "montre-moi ma facture"),
    ),
    ("如何退款？我的密码怎么重置？", ("如何退款？", "我的密码怎么重置？")),
    ("退款需要多久？怎么联系客服？在哪里下载发票？", ("退款需要多久？", "怎么联系客服？", "在哪里下载发票？")),
    (
        "How do I invite a user? How do I remove a user?",
        ("How do I invite a user?", "How do I remove a user?"),
    ),
    (
        '"Can I pause my plan?" "Will I be charged?"',
        ('"Can I pause my plan?"', '"Will I be charged?"'),
    ),
)
"""Each holds several questions, with the exact parts."""

"""Intent gating: which tools a question calls for. A tool that is not offered cannot be called."""

// Sets the chosen colour scheme before anything is painted; without a choice the system's one holds.
(() => {
  let chosen = null;
  try { chosen = localStorage.getItem("signalbox.theme"); } catch { /* storage is off: the system's scheme holds */ }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();

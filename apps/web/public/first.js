// What can't wait for the entry: the saved appearance and the kind of page, for the first paint; the question to the gate; the app's files.
// A plain file because the page's policy allows no inline script.
(function () {
  const { gate, app } = document.currentScript.dataset;
  const isGate = location.pathname.startsWith('/gate');
  if (gate) askGate(gate);
  // Fetched while the page is painted; run by the entry after that. The gate needs none of them.
  if (app && !isGate) app.split(' ').forEach(preloadModule);
  applyAppearance();

  /** The entry takes the answer up, with when it was asked for and when it came (`early-answers.ts`). */
  function askGate(path) {
    const askedMs = performance.now();
    const response = fetch(path, { signal: AbortSignal.timeout(8000) });
    const question = (window.asked = { path, askedMs, tookMs: null, response });
    // A failure is told by whoever takes the answer.
    response.then(
      () => (question.tookMs = performance.now() - askedMs),
      () => {},
    );
  }

  function preloadModule(href) {
    const link = document.head.appendChild(document.createElement('link'));
    // In this order: a preload without an address is told as a mistake.
    link.href = href;
    link.rel = 'modulepreload';
  }

  function applyAppearance() {
    let saved = null;
    try {
      saved = JSON.parse(localStorage.getItem('riptide.preferences'));
    } catch (e) {
      console.info('Saved appearance is unreadable.', e);
    }
    const root = document.documentElement.dataset;
    if (isGate) root.page = 'gate';
    // Without a choice of the visitor's own the system's preference stands.
    if (matchMedia('(prefers-color-scheme: light)').matches) root.theme = 'light';
    if (!saved) return;
    if (saved.theme === 'light' || saved.theme === 'dark') root.theme = saved.theme;
    // For the frame that the page comes with; the app's own goes by the preference itself.
    if (saved.sidebar === 'rail') root.sidebar = 'rail';
    if (/^(standard|reversed|cb|mono)$/.test(saved.pnl)) root.pnl = saved.pnl;
    if (/^(compact|default|comfortable)$/.test(saved.density)) root.density = saved.density;
  }
})();

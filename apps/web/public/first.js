// Applies the saved appearance, and which kind of page it is, before the first paint; a plain file because the page's policy allows no inline script.
(function () {
  let saved = null;
  try {
    saved = JSON.parse(localStorage.getItem('riptide.preferences') || 'null');
  } catch (e) {
    console.info('Saved appearance is unreadable, defaults apply.', e);
  }
  const root = document.documentElement.dataset;
  if (location.pathname.startsWith('/gate')) root.page = 'gate';
  // Without a choice of the visitor's own the system's preference stands.
  if (matchMedia('(prefers-color-scheme: light)').matches) root.theme = 'light';
  if (!saved) return;
  if (saved.theme === 'light' || saved.theme === 'dark') root.theme = saved.theme;
  // For the frame that the page comes with; the app's own goes by the preference itself.
  if (saved.sidebar === 'rail') root.sidebar = 'rail';
  if (/^(standard|reversed|cb|mono)$/.test(saved.pnl)) root.pnl = saved.pnl;
  if (/^(compact|default|comfortable)$/.test(saved.density)) root.density = saved.density;
})();

import './styles.css';
import { askDashboard, askFirst, isPlainDashboard, type FirstFacts } from './app/ask-first.ts';
import { pagePartOf } from './app/page-parts.ts';
import { wordMode } from './features/shell/mode-words.ts';
import { browserClock } from './lib/browser-clock.ts';
import { cleanStart } from './lib/clean-start.ts';
import { ACCOUNT_KEY } from './lib/account-key.ts';
import { EarlyAnswers, type FirstQuestion } from './lib/early-answers.ts';
import { leaveForGate } from './lib/gate-redirect.ts';
import { VERSION } from './lib/version.ts';

/** Without a frame until then the app is run all the same. */
const DRAWN_WITHIN_MS = 200;

async function boot(root: HTMLElement): Promise<void> {
  document.title = `Riptide ${VERSION}`;
  const early = new EarlyAnswers({
    fetch: (input, init) => window.fetch(input, init),
    ticksMs: browserClock.ticksMs,
    first: (window as Window & { asked?: FirstQuestion }).asked,
  });
  const { pathname } = window.location;
  // The gate and the app load apart: the gate needs neither router nor widgets.
  if (pathname.startsWith('/gate')) {
    void askFirst(early);
    (await import('./app/gate-root.tsx')).mountGate(root, early);
    return;
  }
  void askFirst(early).then((facts) => facts && showFirst(facts, early));
  // The files of the app may be there already; running them first would keep the first paint waiting.
  await drawn();
  const app = import('./app/app-root.tsx');
  // What draws the page comes beside the frame. One that fails is told, and asked for anew, in its place.
  pagePartOf(pathname)?.().catch(() => {});
  await (await app).mountApp(root, early);
}

/** Waits until the page has been drawn as it came; its paint needs the main thread no more. A tab that nobody sees draws no frame. */
function drawn(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, DRAWN_WITHIN_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Before the app is there: who has no session goes to the gate, and everybody else learns where orders go. */
function showFirst({ authenticated, ...mode }: FirstFacts, early: EarlyAnswers): void {
  if (!authenticated) {
    // Whoever opened the page is told that it came before it is left.
    if (document.readyState === 'complete') leaveForGate();
    else window.addEventListener('load', leaveForGate, { once: true });
    return;
  }
  // An account's calls carry its token, and may be answered otherwise.
  if (isPlainDashboard(window.location) && localStorage.getItem(ACCOUNT_KEY) === null) askDashboard(early);
  const strip = document.querySelector<HTMLElement>('#root .boot-strip');
  if (strip === null) return;
  const { word, lead, text } = wordMode(mode, null, []);
  const tag = document.createElement('b');
  tag.textContent = word;
  const words = document.createElement('span');
  const first = document.createElement('span');
  first.className = 'boot-lead';
  first.textContent = lead;
  words.append(first, text);
  strip.dataset['word'] = word;
  strip.replaceChildren(tag, words);
}

const root = document.getElementById('root');
if (!root) throw new Error('Invariant: the page has no #root');
cleanStart(VERSION).catch((e: unknown) => console.warn('Old caches could not be cleared.', e));
boot(root).catch((e: unknown) => {
  root.textContent = `Something went wrong. ${String(e)}`;
});

import { Section, Specimen } from './section.tsx';

const SURFACES = ['bg0', 'bg1', 'bg2', 'bg3', 'line1', 'line2', 'ctl'];
const WORDS = ['fg1', 'fg2', 'fg3', 'accent', 'up', 'down', 'ok', 'warn', 'danger', 'info', 'paper', 'live'];
const SERIES = ['s1', 's2', 's3', 's4', 's5'];
const SIZES = ['text-2xs', 'text-xs', 'text-sm', 'text-base', 'text-md', 'text-lg', 'text-xl'];

/** The tokens: surfaces, words on each surface, series of charts, sizes of type. */
export function TokensSection() {
  return (
    <Section id="tokens" title="Colours and type">
      <Specimen name="Surfaces and lines">
        {SURFACES.map((name) => (
          <figure key={name} className="m-0 w-20 text-2xs text-fg2">
            <div className="h-10 rounded-ctl border border-line2" style={{ background: `var(--${name})` }} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </Specimen>
      <div className="grid grid-cols-4 gap-2 max-sm:grid-cols-2">
        {SURFACES.slice(0, 4).map((surface) => (
          <div
            key={surface}
            className="flex flex-wrap gap-x-3 rounded-panel border border-line1 px-3 py-2 text-sm"
            style={{ background: `var(--${surface})` }}
          >
            {WORDS.map((word) => (
              <span key={word} style={{ color: `var(--${word})` }}>
                {word}
              </span>
            ))}
          </div>
        ))}
      </div>
      <Specimen name="Series of a chart, in their order">
        {SERIES.map((name) => (
          <span key={name} className="flex items-center gap-1.5 text-sm">
            <span aria-hidden className="inline-block h-1 w-8 rounded-full" style={{ background: `var(--${name})` }} />
            {name}
          </span>
        ))}
      </Specimen>
      <Specimen name="Sizes of type">
        {SIZES.map((size) => (
          <span key={size} className={`tabular ${size}`}>
            {size} 48,213.57
          </span>
        ))}
      </Specimen>
    </Section>
  );
}

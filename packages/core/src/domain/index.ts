export * from './errors.ts';
export * from './instrument.ts';
export * from './market-data-port.ts';
export * from './market-messages.ts';
export * from './market-sink.ts';
export * from './result.ts';
export * from './units.ts';
export * from './venue.ts';

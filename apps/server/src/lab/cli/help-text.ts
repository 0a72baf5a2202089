/** What `npm run lab -- --help` prints. */
export const HELP = `npm run lab -- <command> [options]

  record                    record raw frames of the configured market (MARKET, see README)
      --minutes N           how long, 1 to 100000 (default: until Ctrl-C)
      --max-gb N            disk for recordings, 1 to 10000 (default 20); the oldest go first
  list                      list the recordings
  replay <folder…>          play recordings through the adapters' decoders, books, strategy and paper execution
      --twice               play it twice and compare the decisions byte for byte
      --speed               tell messages a second, by the clock and by the processor (default strategy: all)
  verdict <folder…>         play them and judge the strategy against its placebos; Oraculis learns from one to the next
  planted                   judge markets whose edge is known
      --seeds N             markets, 1 to 10000 (default 100)
      --reversal-bps N      what comes back of each cascade, 0 to 500 (default: 40, and then 0)
      --workers N           threads, 1 to 256 (default: all cores)
      --market sim          the simulated Binance by its own wire instead, --minutes N of it, 1 to 1380 (default 130), one seed by
                            default; prints the card
  search <folder…>          judge every combination of settings on every recording; goes on where it was stopped
      --grid field=a,b      values of one field, again for more fields, e.g. --grid minDisplacementBps=30,50
      --out FILE            where finished cells are kept (default: search.jsonl in the lab's folder)
      --workers N           threads, 1 to 256 (default: all cores)

  --strategy NAME           pas-trader, oraculis, all (both, and the arbitrage scanner) or trigger, the bare rule
                            (default pas-trader; planted: trigger with its own arm)
  --settings JSON           what differs from the default settings, e.g. '{"symbols":["BTCUSDT"]}'
  --warm-up-minutes N       of a tape before decisions count, 0 to 1440 (default 100): its trades fill the averages
  --maker-fee-bps N         default 2    --taker-fee-bps N   default 5
  --seed N                  default 1
  --data-dir DIR            default DATA_DIR, else ./data
  --json                    one JSON value on the output, nothing else

A folder is one of our own recordings (DATA_DIR/recordings) or any folder that MARKET=replay plays.
`;

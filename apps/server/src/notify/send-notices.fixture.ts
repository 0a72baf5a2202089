import { openNotifyProcess } from './notify-process.fixture.ts';

/** A process of its own that takes notices as fast as it can, says which it has taken, and sends them, until it is killed. */
const [dataDir = '', url = '', from = '0', count = '0'] = process.argv.slice(2);
const notifier = await openNotifyProcess(dataDir, url);
await notifier.start();
for (let i = Number(from); i < Number(from) + Number(count); i += 1) {
  await notifier.desk.accept([notifier.notice(`n${i}`)], { name: 'test', seq: i });
  process.stdout.write(`${i}\n`);
}

// Writes the logs of a chain to standard output as lines of JSON, for programs that read lines: those of Kafka, NATS and others.
//
//   node index.js URL [LINE]          URL is that of a network, such as http://127.0.0.1:8545
//
// {"block":{…},"log":{…}}    a log and its block
// {"undo":{"above":N}}       blocks above N have left the chain: discard their logs
// {"position":{…}}           everything before this line has been told; give the newest such line that you kept to continue
import { once } from 'node:events'
import { followChain } from 'cambium/stream'

const query = { logs: [{}], fields: { log: { address: true, topics: true, data: true } } }

async function write(record) {
  if (!process.stdout.write(`${JSON.stringify(record)}\n`)) await once(process.stdout, 'drain')
}

const [url, line = '{}'] = process.argv.slice(2)
if (url === undefined) {
  console.error('usage: node index.js URL [LINE]')
  process.exit(2)
}
// The program that reads the lines has ended.
process.stdout.on('error', () => process.exit())
const { position } = JSON.parse(line)
const onWait = ({ reason, detail }) => reason !== 'head' && console.error(detail)
for await (const event of followChain({ url: `${url.replace(/\/$/, '')}/data`, query, position, onWait })) {
  if (event.type === 'undo') await write({ undo: { above: event.above } })
  else {
    for (const { header, logs = [] } of event.blocks) {
      for (const log of logs) await write({ block: header, log })
    }
  }
  await write({ position: event.position })
}

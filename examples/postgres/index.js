// Keeps the blocks, transactions and logs of a chain in PostgreSQL, from the stream of a Cambium node.
//
//   node index.js URL DATABASE      URL is that of a network, such as http://127.0.0.1:8545; DATABASE is postgres://…
//
// Each event of the stream is one transaction of the database, with the position in it. The program may be killed at any
// moment: it continues after its last transaction. Rows of blocks that leave the chain are deleted.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { followChain } from 'cambium/stream'
import postgres from 'postgres'

const query = {
  includeAllBlocks: true,
  transactions: [{}],
  logs: [{}],
  fields: {
    block: { timestamp: true },
    transaction: { hash: true, from: true, to: true, value: true, input: true },
    log: { address: true, topics: true, data: true },
  },
}

const tables = `
  CREATE TABLE IF NOT EXISTS blocks (block bigint PRIMARY KEY, hash text, parent text, seconds bigint);
  CREATE TABLE IF NOT EXISTS transactions (
    block bigint, index int, hash text, sender text, receiver text, value numeric, input text, PRIMARY KEY (block, index)
  );
  CREATE TABLE IF NOT EXISTS logs (
    block bigint, index int, transaction int, address text, topics text[], data text, PRIMARY KEY (block, index)
  );
  CREATE TABLE IF NOT EXISTS position (id int PRIMARY KEY CHECK (id = 0), json text NOT NULL);
  INSERT INTO position VALUES (0, 'null') ON CONFLICT DO NOTHING;
`

const rowsOf = {
  blocks: ({ header: { number, hash, parentHash, timestamp } }) => [[number, hash, parentHash, timestamp]],
  transactions: ({ header: { number }, transactions = [] }) =>
    transactions.map(({ transactionIndex, hash, from, to, value, input }) => [
      ...[number, transactionIndex, hash, from],
      ...[to ?? '\\N', BigInt(value), input],
    ]),
  logs: ({ header: { number }, logs = [] }) =>
    logs.map(({ logIndex, transactionIndex, address, topics, data }) => [
      ...[number, logIndex, transactionIndex, address],
      ...[`{${topics.join()}}`, data],
    ]),
}

/** By COPY, which is the fastest way for history and good enough for single blocks. No value has a tab or a line feed. */
async function addBlocks(transaction, blocks) {
  for (const [table, rows] of Object.entries(rowsOf)) {
    const lines = blocks.flatMap(rows).map((row) => `${row.join('\t')}\n`)
    await pipeline(Readable.from(lines), await transaction`COPY ${transaction(table)} FROM STDIN`.writable())
  }
}

async function undoAbove(transaction, number) {
  for (const table of Object.keys(rowsOf)) {
    await transaction`DELETE FROM ${transaction(table)} WHERE block > ${number}`
  }
}

const [url, database] = process.argv.slice(2)
if (database === undefined) {
  console.error('usage: node index.js URL DATABASE')
  process.exit(2)
}
const sql = postgres(database, { max: 1, onnotice() {} })
await sql.unsafe(tables)
// A transaction of a killed program may still be ending: this waits for it.
let [{ json }] = await sql`SELECT json FROM position FOR UPDATE`
const options = { url: `${url.replace(/\/$/, '')}/data`, query, pollMs: 500 }
for await (const event of followChain({ ...options, position: JSON.parse(json) ?? undefined })) {
  const next = JSON.stringify(event.position)
  await sql.begin(async (transaction) => {
    const moved = await transaction`UPDATE position SET json = ${next} WHERE json = ${json}`
    if (moved.count !== 1) throw new Error('another program writes this database')
    if (event.type === 'undo') await undoAbove(transaction, event.above)
    else await addBlocks(transaction, event.blocks)
  })
  json = next
  console.log(event.type === 'undo' ? `undone above ${event.above}` : event.blocks.at(-1).header.hash)
}

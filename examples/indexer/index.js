// Keeps the balances of an ERC-20 token in SQLite, from the blocks of a Cambium node.
//
//   node index.js URL TOKEN FILE      follows the chain; URL is that of a network, such as http://127.0.0.1:8545
//   node index.js balances FILE       prints the balances
//
// Each event of the stream is one transaction of the database, with the position in it. The program may be killed at any
// moment: it continues after its last transaction. When blocks leave the chain, their transfers are taken back.
import { rmSync } from 'node:fs'
import { followChain } from 'cambium/stream'
import sqlite from 'node-sqlite3-wasm'

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const nobody = `0x${'0'.repeat(40)}`

function openDatabase(file) {
  const database = new sqlite.Database(file)
  database.exec(`
    CREATE TABLE IF NOT EXISTS balance (owner TEXT PRIMARY KEY, amount TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS transfer (
      block INTEGER, logIndex INTEGER, sender TEXT, receiver TEXT, amount TEXT, PRIMARY KEY (block, logIndex)
    );
    CREATE TABLE IF NOT EXISTS position (id INTEGER PRIMARY KEY CHECK (id = 0), json TEXT NOT NULL);
  `)
  return database
}

/** Adds to a balance; amounts have up to 256 bits, so they are text. */
function change(database, owner, amount) {
  if (owner === nobody) return
  const row = database.get('SELECT amount FROM balance WHERE owner = ?', [owner])
  const after = BigInt(row?.amount ?? 0) + amount
  database.run('INSERT OR REPLACE INTO balance VALUES (?, ?)', [owner, String(after)])
}

function addBlocks(database, blocks) {
  for (const { header, logs = [] } of blocks) {
    for (const { logIndex, topics, data } of logs) {
      // A token with other parameters, such as ERC-721, has the same topic.
      if (topics.length !== 3 || data.length !== 66) continue
      const [sender, receiver] = topics.slice(1).map((topic) => `0x${topic.slice(26)}`)
      const amount = BigInt(data)
      database.run('INSERT INTO transfer VALUES (?, ?, ?, ?, ?)', [
        header.number,
        logIndex,
        sender,
        receiver,
        String(amount),
      ])
      change(database, sender, -amount)
      change(database, receiver, amount)
    }
  }
}

function undoAbove(database, number) {
  for (const { sender, receiver, amount } of database.all('SELECT * FROM transfer WHERE block > ?', [
    number,
  ])) {
    change(database, sender, BigInt(amount))
    change(database, receiver, -BigInt(amount))
  }
  database.run('DELETE FROM transfer WHERE block > ?', [number])
}

async function follow(url, token, file) {
  // This build of SQLite locks a file with a folder, which a killed program leaves behind. One program writes the file.
  rmSync(`${file}.lock`, { recursive: true, force: true })
  const database = openDatabase(file)
  const stored = database.get('SELECT json FROM position')
  const events = followChain({
    url: `${url.replace(/\/$/, '')}/data`,
    query: {
      fields: { log: { topics: true, data: true } },
      logs: [{ address: [token.toLowerCase()], topic0: [transferTopic] }],
    },
    position: stored && JSON.parse(stored.json),
    pollMs: 500,
  })
  for await (const event of events) {
    database.exec('BEGIN')
    if (event.type === 'undo') undoAbove(database, event.above)
    else addBlocks(database, event.blocks)
    database.run('INSERT OR REPLACE INTO position VALUES (0, ?)', [JSON.stringify(event.position)])
    database.exec('COMMIT')
    console.log(
      event.type === 'undo' ? `undone above ${event.above}` : `block ${event.blocks.at(-1).header.hash}`,
    )
  }
}

const [first, second, third] = process.argv.slice(2)
if (first === 'balances' && second !== undefined) {
  const database = openDatabase(second)
  for (const { owner, amount } of database.all("SELECT * FROM balance WHERE amount <> '0' ORDER BY owner")) {
    console.log(`${owner} ${amount}`)
  }
  database.close()
} else if (third !== undefined) await follow(first, second, third)
else {
  console.error('usage: node index.js URL TOKEN FILE, or node index.js balances FILE')
  process.exitCode = 2
}

// Writes the rows that a processor makes of blocks 0 to TO to a file: `node processor.js rpc|gateway TO FILE`.
import { writeFileSync } from 'node:fs'
import { EvmBatchProcessor } from '@subsquid/evm-processor'

const [form, to, file] = process.argv.slice(2)
const url = process.env.CAMBIUM_URL

const processor = new EvmBatchProcessor()
  .setBlockRange({ from: 0, to: Number(to) })
  .setFields({
    block: { gasUsed: true, size: true, miner: true, difficulty: true },
    log: { transactionHash: true },
    transaction: {
      value: true,
      input: true,
      nonce: true,
      gas: true,
      gasPrice: true,
      gasUsed: true,
      status: true,
      sighash: true,
    },
  })
  .addLog({ transaction: true })
  .addTransaction({ logs: true })
if (form === 'gateway') processor.setGateway(`${url}/data`)
else processor.setRpcEndpoint(url).setFinalityConfirmation(10)

const rows = []
const database = {
  head: { height: -1, hash: '0x' },
  async connect() {
    return this.head
  },
  async transact({ nextHead }, write) {
    await write(rows)
    this.head = nextHead
  },
}

// The processor ends the process after the last block.
process.on('exit', () => writeFileSync(file, JSON.stringify(rows)))
const text = (_, value) => (typeof value === 'bigint' ? value.toString() : value)
const plain = ({ block, transaction, logs, traces, stateDiffs, ...item }) =>
  JSON.parse(JSON.stringify(item, text))

processor.run(database, async ({ blocks, store }) => {
  for (const { header, logs, transactions } of blocks) {
    if (logs.length === 0 && transactions.length === 0) continue
    store.push({
      header: plain(header),
      logs: logs.map((log) => ({ ...plain(log), of: log.transaction?.hash })),
      transactions: transactions.map((transaction) => ({
        ...plain(transaction),
        logs: transaction.logs.length,
      })),
    })
  }
})

import { writeFileSync } from 'node:fs'
import { EvmBatchProcessor } from '@subsquid/evm-processor'

// Reads logs only by RPC. Prints the blocks that it reaches and undoes, and writes its rows to rows.json at the end.

const [topic, lastBlock] = process.argv.slice(2)
const processor = new EvmBatchProcessor()
  .setRpcEndpoint(process.env.CAMBIUM_URL)
  .setFinalityConfirmation(10)
  .setBlockRange({ from: 0, to: Number(lastBlock) })
  .setFields({ log: { transactionHash: true, topics: true, data: true } })
  .addLog({ topic0: [topic], transaction: true })

/** A database in memory that keeps rows by block, as `HotDatabase` demands. */
class Rows {
  supportsHotBlocks = true
  #head = { height: -1, hash: '0x' }
  #rows = []
  #hot = []

  async connect() {
    return { ...this.#head, top: this.#hot }
  }

  async transact({ nextHead }, write) {
    this.#undo(this.#head.height)
    await write(this)
    this.#head = nextHead
    console.log(`head ${nextHead.height}`)
  }

  async transactHot({ finalizedHead, baseHead, newBlocks }, write) {
    this.#undo(baseHead.height)
    for (const block of newBlocks) {
      await write(this, block)
      this.#hot.push(block)
      console.log(`head ${block.height}`)
    }
    this.#head = finalizedHead
    this.#hot = this.#hot.filter(({ height }) => height > finalizedHead.height)
  }

  #undo(height) {
    if (this.#hot.some((block) => block.height > height)) console.log(`undo to ${height}`)
    this.#rows = this.#rows.filter(({ block }) => block <= height)
    this.#hot = this.#hot.filter((block) => block.height <= height)
  }

  add(row) {
    this.#rows.push(row)
  }

  get rows() {
    return this.#rows
  }
}

const database = new Rows()
processor.run(database, async ({ blocks, store }) => {
  for (const { header, logs } of blocks) {
    for (const { logIndex, address, data, transactionHash, transaction } of logs) {
      store.add({
        block: header.height,
        blockHash: header.hash,
        timestamp: header.timestamp,
        logIndex,
        token: address,
        value: String(BigInt(data)),
        transactionHash,
        from: transaction.from,
      })
    }
  }
})
process.on('exit', () => writeFileSync('rows.json', JSON.stringify(database.rows)))

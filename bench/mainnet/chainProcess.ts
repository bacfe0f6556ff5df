// Makes a chain with the mix of mainnet in a data folder, by the miner and the federation of a local chain:
// `chainProcess.ts FOLDER HEIGHT…`. Reports the transactions and the gas of the blocks up to each HEIGHT; the last one is the
// length of the chain.
import { openNode } from '../../src/node/openNode.ts'
import { BitcoinBeside } from '../../src/node/openPeg.ts'
import { Traffic } from './traffic.ts'

export interface ChainPart {
  readonly height: number
  readonly transactions: number
  readonly megagas: number
}

const [dataFolder = '', ...given] = process.argv.slice(2)
const heights = given.map(Number)
const length = heights.at(-1)!
/** Blocks between two peg-ins; a peg-out follows on every second one. */
const pegEvery = Math.max(500, Math.floor(length / 50))
const pegSatoshis = 1_000_000n
const targetSeconds = 25
/** Turns of the event loop in which the federation acts. */
const blocksPerTurn = 25

let seconds = 0
const node = await openNode({
  dataFolder,
  flush: 'none',
  mining: { kind: 'manual' },
  clock: () => 1_000 * seconds,
  pool: { limitAccountRate: false, accountSlots: 1_000 },
})
const { chain } = node
const bitcoin = await BitcoinBeside.open(
  { isManual: true },
  { nowSeconds: () => seconds, folder: undefined, flush: 'none' },
)
const peg = await bitcoin.openPeg(node, (error) => {
  throw error
})
const pegAccount = [...node.wallet!.accounts].at(-1)!
const parts: ChainPart[] = []
let transactions = 0
let gas = 0
chain.on('block', ({ hash, number }) => {
  const block = chain.block(hash)!
  transactions += block.transactions.length
  gas += Number(block.header.gasUsed)
  if (heights.includes(number)) parts.push({ height: number, transactions, megagas: gas / 1e6 })
})

function mine(transactions: ReturnType<Traffic['block']>): void {
  for (const transaction of transactions) {
    const { status } = node.submit(transaction)
    if (status !== 'pending') throw new Error(`a generated transaction is ${status}`)
  }
  seconds += targetSeconds
  node.local!.mine()
}

const traffic = new Traffic()
for (const batch of traffic.preparation()) mine(batch)
let nextPeg = chain.head.number
for (let isOut = false; chain.head.number < length; ) {
  for (let mined = 0; mined < blocksPerTurn && chain.head.number < length; mined++)
    mine(traffic.block(chain.head.number))
  if (chain.head.number < nextPeg || chain.head.number + pegEvery / 2 > length) continue
  nextPeg += pegEvery
  await peg.pegIn({ satoshis: pegSatoshis, to: pegAccount })
  if (isOut) await peg.pegOut({ from: pegAccount, satoshis: pegSatoshis / 2n })
  isOut = !isOut
  await peg.advance('all')
}
console.log(JSON.stringify(parts))
node.close()
process.exit()

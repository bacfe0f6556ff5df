// Imports a file with BLOCKS blocks into a folder and prints the figures as JSON. Runs in a process of its own, so
// that its
// memory is that of the import: `node --expose-gc … measureImport.ts FILE FOLDER BLOCKS`.
import { readFileSync } from 'node:fs'
import { largeGroups } from '../../src/chain/importing/group.ts'
import { openChain } from '../../src/chain/openChain.ts'
import { Preparation } from '../../src/chain/preparing/preparation.ts'
import { preparedAhead } from '../../src/chain/preparing/preparedAhead.ts'
import { importBlock } from '../../src/cli/blockFiles/importBlock.ts'
import { readBlockFile } from '../../src/cli/blockFiles/readBlockFile.ts'
import { writableStore } from '../../src/cli/dataFolder/dataFolder.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'

export interface ImportFigures {
  readonly blocks: number
  readonly transactions: number
  readonly gas: number
  readonly seconds: number
  /** Of all threads of the process. */
  readonly processorSeconds: number
  /** Of the thread that executes; undefined where the system does not tell. */
  readonly executingSeconds: number | undefined
  /** After a tenth, half and all of the blocks. */
  readonly memory: readonly Memory[]
}

/** In megabytes. */
interface Memory {
  /** Of the process, with garbage and with the part of the mapped database that is in memory. */
  readonly resident: number
  /** Objects and buffers after a collection. */
  readonly live: number
}

const [path = '', folder = '', blockCount = '0'] = process.argv.slice(2)
const header = { network: regtest.name, genesisHash: genesisBlock(regtest).header.hash }
const store = writableStore(folder, regtest)
const chain = openChain({ store, network: regtest, clock: () => 0 }, { groupLimits: largeGroups })

const memoryAfter = [0.1, 0.5, 1].map((part) => Math.max(1, Math.floor(part * Number(blockCount))))
const memory: Memory[] = []
let blocks = 0
let transactions = 0
let gas = 0
const start = performance.now()
const processorStart = process.cpuUsage()
const executingStart = executingNow()
const preparation = new Preparation({ network: regtest, onError: console.error })
for await (const prepared of preparedAhead(readBlockFile(path, header).blocks, preparation)) {
  const block = importBlock(prepared, chain, path)
  blocks++
  transactions += block.transactions.length
  gas += block.header.gasUsed
  if (blocks === memoryAfter[memory.length]) memory.push(memoryNow())
}
chain.saveGroup()
preparation.close()
const seconds = (performance.now() - start) / 1000
const { user, system } = process.cpuUsage(processorStart)
store.close()

/** Time on a processor, which Linux tells for each thread. */
function executingNow(): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9
  } catch {
    return undefined
  }
}

function memoryNow(): Memory {
  const { rss } = process.memoryUsage()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return { resident: Math.round(rss / 2 ** 20), live: Math.round((heapUsed + arrayBuffers) / 2 ** 20) }
}

const figures: ImportFigures = {
  blocks,
  transactions,
  gas,
  seconds,
  processorSeconds: (user + system) / 1e6,
  executingSeconds: executingStart && executingNow()! - executingStart,
  memory,
}
console.log(JSON.stringify(figures))

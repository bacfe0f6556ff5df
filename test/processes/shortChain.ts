import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromHex } from '../../src/primitives/hex.ts'
import { type ChainName, type RecordedBlock, recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { openChainOver, openFolder } from './chainFolder.ts'

/** Path of a recorded chain in the repository. */
export const recordingPath = (name: ChainName): string =>
  fileURLToPath(new URL(`../fixtures/chains/${name}.jsonl.gz`, import.meta.url))

/** The first blocks of a chain with branches, and the head that they lead to. */
export const shortChain: readonly RecordedBlock[] = recordedBlocks('uncles').slice(0, 24)
export const shortHead: RecordedBlock = shortChain.find(({ hash }) => hash === shortChain.at(-1)!.best)!

/** Imports blocks into a data folder without starting a process. */
export function makeData(data: string, blocks: readonly RecordedBlock[] = shortChain): string {
  const store = openFolder(join(data, regtest.name))
  const chain = openChainOver(store)
  for (const { rlp } of blocks) {
    const { status } = chain.import(decodeBlock(fromHex(rlp), regtest))
    if (!['best', 'side', 'known'].includes(status)) throw new Error(`a recorded block is ${status}`)
  }
  store.close()
  return data
}

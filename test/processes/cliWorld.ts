import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromHex } from '../../src/primitives/hex.ts'
import { type ChainName, type RecordedBlock, recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { openChainOver, openFolder } from './chainFolder.ts'

/** A recorded chain as the repository holds it. */
export const recordingPath = (name: ChainName): string =>
  fileURLToPath(new URL(`../fixtures/chains/${name}.jsonl.gz`, import.meta.url))

/** The beginning of a chain with branches, and where it leads. */
export const shortChain: readonly RecordedBlock[] = recordedBlocks('uncles').slice(0, 24)
export const shortHead: RecordedBlock = shortChain.find(({ hash }) => hash === shortChain.at(-1)!.best)!

/** Makes a chain folder of the first blocks of the short chain without starting a process. */
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

/** A folder for tests. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'cambium-cli-'))

  /** Other users may look in. */
  constructor() {
    chmodSync(this.path, 0o755)
  }

  at(...names: readonly string[]): string {
    return join(this.path, ...names)
  }

  write(name: string, content: string | Uint8Array): string {
    writeFileSync(this.at(name), content)
    return this.at(name)
  }

  read(name: string): Uint8Array {
    return readFileSync(this.at(name))
  }

  writeLines(name: string, lines: readonly unknown[]): string {
    return this.write(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }

  remove(): void {
    rmSync(this.path, { recursive: true })
  }
}

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChainName, type RecordedBlock, recordedBlocks } from '../support/recordings.ts'

/** A recorded chain as the repository holds it. */
export const recordingPath = (name: ChainName): string =>
  fileURLToPath(new URL(`../fixtures/chains/${name}.jsonl.gz`, import.meta.url))

/** The beginning of a chain with branches, and where it leads. */
export const shortChain: readonly RecordedBlock[] = recordedBlocks('uncles').slice(0, 40)
export const shortHead: RecordedBlock = shortChain.find(({ hash }) => hash === shortChain.at(-1)!.best)!

/** A folder for one test. */
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

import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFolders } from '../../primitives/createFolders.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import { incompletePath, removeIncomplete, syncToDisk } from '../dataFolder/incompleteFiles.ts'

/** Blocks from a number to another, both included. */
export interface BlockRange {
  readonly from: number
  readonly to: number
}

/** What all files of a folder have in common. A folder that was begun with other values is refused. */
export interface ExportedChain {
  readonly network: string
  readonly genesis: string
  /** Blocks per file. */
  readonly chunk: number
}

export interface FinishedFile extends BlockRange {
  readonly name: string
  /** The hash of its last block. */
  readonly last: string
}

/**
 * The folder of an export. A file gets its name when it is complete, and `NETWORK__finished.log` then has a line with the
 * hash of its last block, by which a later run detects that the blocks were reorganised. The line is written before the
 * file is renamed: a file without a line is not of an export.
 */
export class ExportFolder {
  readonly #path: string
  readonly #chain: ExportedChain
  readonly #lastHashes = new Map<string, string>()
  /** By table, format and first block of the chunk. */
  readonly #files = new Map<string, FinishedFile[]>()

  constructor(path: string, chain: ExportedChain) {
    this.#path = path
    this.#chain = chain
    try {
      createFolders(path)
      removeIncomplete(path, `${chain.network}__`)
      if (existsSync(this.#log)) this.#readLog()
      else this.#note({ ...chain })
      this.#listFiles()
    } catch (error) {
      throw this.#explained(error)
    }
  }

  /** The finished files of a table and format in the chunk of a block. */
  filesAt(table: string, format: string, number: number): readonly FinishedFile[] {
    return this.#files.get(this.#chunkKey(table, format, number)) ?? []
  }

  /** As cryo names files. */
  nameOf(table: string, format: string, { from, to }: BlockRange): string {
    return `${this.#chain.network}__${table}__${eightDigits(from)}_to_${eightDigits(to)}.${format}`
  }

  incompletePath(name: string): string {
    return incompletePath(this.#path, name)
  }

  /** Gives a complete file its name, in place of those of its chunk: rows are never in two files. */
  finish(table: string, format: string, range: BlockRange, last: string): void {
    const name = this.nameOf(table, format, range)
    // A file of the same name has other blocks than the new line says.
    const replaced = this.filesAt(table, format, range.from)
    for (const old of replaced) rmSync(join(this.#path, old.name), { force: true })
    if (replaced.length > 0) syncToDisk(this.#path)
    this.#note({ file: name, last })
    renameSync(this.incompletePath(name), join(this.#path, name))
    syncToDisk(this.#path)
    this.#files.set(this.#chunkKey(table, format, range.from), [{ name, ...range, last }])
  }

  discard(name: string): void {
    rmSync(this.incompletePath(name), { force: true })
  }

  get #log(): string {
    return join(this.#path, `${this.#chain.network}__finished.log`)
  }

  #readLog(): void {
    const text = readFileSync(this.#log, 'utf8')
    const [head = '', ...lines] = text.split('\n')
    this.#requireSame(membersOf(head))
    for (const { file, last } of lines.map(membersOf)) {
      if (typeof file === 'string' && typeof last === 'string') this.#lastHashes.set(file, last)
    }
    // A killed process may have left a part of a line.
    if (!text.endsWith('\n')) appendFileSync(this.#log, '\n')
  }

  #listFiles(): void {
    const { network } = this.#chain
    const pattern = new RegExp(`^${network}__([a-z]+)__(\\d{8,})_to_(\\d{8,})\\.([a-z]+)$`)
    for (const name of readdirSync(this.#path)) {
      const [, table = '', from, to, format = ''] = pattern.exec(name) ?? []
      if (from === undefined) continue
      const last = this.#lastHashes.get(name)
      if (last === undefined) {
        throw new CommandFailure(
          `${join(this.#path, name)} is not of an export of cambium: remove it or choose another --out DIR`,
        )
      }
      const file = { name, from: Number(from), to: Number(to), last }
      getOrCreate(this.#files, this.#chunkKey(table, format, file.from), () => []).push(file)
    }
  }

  #chunkKey(table: string, format: string, number: number): string {
    return `${table}.${format}.${Math.floor(number / this.#chain.chunk)}`
  }

  #requireSame({ network, genesis, chunk }: Readonly<Record<string, unknown>>): void {
    if (network !== this.#chain.network || genesis !== this.#chain.genesis) {
      throw new CommandFailure(`${this.#path} holds files of another chain: choose another --out DIR`)
    }
    if (chunk !== this.#chain.chunk) {
      throw new CommandFailure(
        `${this.#path} has files of ${chunk} blocks: add --chunk ${chunk}, or choose another --out DIR`,
      )
    }
  }

  #note(line: object): void {
    appendFileSync(this.#log, `${JSON.stringify(line)}\n`)
    syncToDisk(this.#log)
  }

  #explained(error: unknown): unknown {
    if (error instanceof CommandFailure) return error
    return new CommandFailure(`${this.#path} cannot be used for the files: ${reasonOf(error)}`)
  }
}

const eightDigits = (number: number): string => String(number).padStart(8, '0')

/** Empty for a line that is not an object. */
function membersOf(line: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(line))
  } catch {
    return {}
  }
}

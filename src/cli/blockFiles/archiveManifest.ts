import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { isRecord } from '../../remote/jsonAnswers.ts'
import { checkHeader } from './exportedBlocks.ts'
import type { ExportHeader } from './exportFormat.ts'
import { BlockFileError } from './recordedBlock.ts'

/*
 * An archive is a folder with the blocks of a chain from block 1 on, the same number in each file. A file is what
 * `cambium export FILE` writes, compressed. The manifest says what each file holds, so that an import fetches several
 * at once, leaves out what it has, and detects a file that is damaged, missing or in another place.
 */

export const manifestName = 'manifest.json'
const format = 'cambium-blocks'
const version = 1
/** 350 bytes describe a file, so this is enough for 40,000 of them. */
export const maximumManifestBytes = 16 << 20
/** Bytes of a file. 10,000 blocks of mainnet take less than a hundredth of it. */
export const maximumFileBytes = 4 * 2 ** 30

/** A file of an archive. */
export interface ArchivedFile {
  readonly name: string
  readonly from: number
  readonly to: number
  /** Hashes of its first and its last block. */
  readonly firstHash: Uint8Array
  readonly lastHash: Uint8Array
  readonly bytes: number
  readonly sha256: Uint8Array
}

export interface ArchiveManifest extends ExportHeader {
  readonly blocksPerFile: number
  /** Without gaps, from the first block on. */
  readonly files: readonly ArchivedFile[]
}

export const nameOfFile = (network: string, from: number, to: number): string =>
  `${network}-${eightDigits(from)}-${eightDigits(to)}.blocks.br`

const eightDigits = (number: number): string => String(number).padStart(8, '0')

export function encodeManifest({ network, genesisHash, blocksPerFile, files }: ArchiveManifest): string {
  const described = files.map(({ firstHash, lastHash, sha256, ...file }) => ({
    ...file,
    firstHash: toHex(firstHash),
    lastHash: toHex(lastHash),
    sha256: toHex(sha256).slice(2),
  }))
  const manifest = { format, version, network, genesisHash: toHex(genesisHash), blocksPerFile }
  return `${JSON.stringify({ ...manifest, files: described }, undefined, 1)}\n`
}

/** Throws a `BlockFileError` for a manifest of another chain, or one that is not right; `path` is its name for messages. */
export function decodeManifest(content: Uint8Array, expected: ExportHeader, path: string): ArchiveManifest {
  try {
    const manifest = manifestIn(content)
    checkHeader(manifest, expected, path)
    return manifest
  } catch (error) {
    if (error instanceof DecodeError) throw new BlockFileError(path, error.where, error.problem)
    throw error
  }
}

function manifestIn(content: Uint8Array): ArchiveManifest {
  const fields = new Fields(parsed(content), '')
  if (fields.value('format') !== format) throw new DecodeError('format', `is not "${format}"`)
  if (fields.value('version') !== version)
    throw new DecodeError('version', `is not ${version}, which this version reads`)
  const blocksPerFile = fields.number('blocksPerFile', 1)
  const list = fields.value('files')
  if (!Array.isArray(list)) throw new DecodeError('files', 'is not a list')
  const files: ArchivedFile[] = []
  for (const [index, item] of list.entries()) {
    const file = fileIn(new Fields(item, `files[${index}].`))
    const next = (files.at(-1)?.to ?? 0) + 1
    if (file.from !== next || file.to !== next + blocksPerFile - 1) {
      const range = `blocks ${next} to ${next + blocksPerFile - 1}`
      throw new DecodeError(file.name, `holds blocks ${file.from} to ${file.to} where ${range} must follow`)
    }
    files.push(file)
  }
  return { network: fields.text('network'), genesisHash: fields.hash('genesisHash'), blocksPerFile, files }
}

function fileIn(fields: Fields): ArchivedFile {
  return {
    name: fields.fileName('name'),
    from: fields.number('from', 1),
    to: fields.number('to', 1),
    firstHash: fields.hash('firstHash'),
    lastHash: fields.hash('lastHash'),
    bytes: fields.number('bytes', 1, maximumFileBytes),
    sha256: fields.hash('sha256'),
  }
}

function parsed(content: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    throw new DecodeError('', 'is not JSON: the manifest is truncated or of another format')
  }
}

/** No separators of folders, and no dot at the beginning: a name never leads out of the folder of the archive. */
const safeName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
const hashBytes = 32

/** The members of an object of the manifest. */
class Fields {
  readonly #object: Readonly<Record<string, unknown>>
  readonly #where: string

  constructor(value: unknown, where: string) {
    if (!isRecord(value)) throw new DecodeError(where.slice(0, -1), 'is not an object')
    this.#object = value
    this.#where = where
  }

  value(name: string): unknown {
    return Object.getOwnPropertyDescriptor(this.#object, name)?.value
  }

  text(name: string): string {
    const value = this.value(name)
    if (typeof value !== 'string') throw new DecodeError(this.#where + name, 'is not a text')
    return value
  }

  fileName(name: string): string {
    const text = this.text(name)
    if (safeName.test(text)) return text
    throw new DecodeError(
      this.#where + name,
      `${JSON.stringify(text.slice(0, 200))} is not the name of a file`,
    )
  }

  number(name: string, least: number, maximum = Number.MAX_SAFE_INTEGER): number {
    const value = this.value(name)
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= maximum)
      return value
    throw new DecodeError(this.#where + name, `is not a whole number from ${least} to ${maximum}`)
  }

  hash(name: string): Uint8Array {
    const bytes = fromHex(this.text(name), this.#where + name)
    if (bytes.length === hashBytes) return bytes
    throw new DecodeError(this.#where + name, `has ${bytes.length} bytes, not ${hashBytes}`)
  }
}

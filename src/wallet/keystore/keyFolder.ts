import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createFolders } from '../../primitives/createFolders.ts'
import { DecodeError, reasonOf } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { WalletError } from '../walletError.ts'
import { type AccountKeystore, decodeKeystore, encodeKeystore, namesAccount } from './keystoreJson.ts'

/** A file of the folder from which no key can be read. It is not changed. */
export interface SkippedFile {
  readonly name: string
  readonly reason: string
}

const maximumFileLength = 64 << 10

/**
 * A folder with one keystore file per account, named as in geth. It is read once, when it is opened. Hidden files are
 * drafts and are ignored.
 */
export class KeyFolder {
  readonly #path: string
  readonly #names = new Map<string, string>()
  readonly #keystores: AccountKeystore[] = []
  readonly #skippedFiles: SkippedFile[] = []

  constructor(path: string) {
    this.#path = path
    for (const name of this.#listed()) this.#read(name)
  }

  /**
   * The keystores when the folder was opened, in the order of file names: oldest first if the names start with a
   * time.
   */
  get keystores(): readonly AccountKeystore[] {
    return this.#keystores
  }

  get skippedFiles(): readonly SkippedFile[] {
    return this.#skippedFiles
  }

  /** Replaces the account's earlier keystore. */
  save(keystore: AccountKeystore, nowMs: number): void {
    const account = toHexDigits(keystore.address)
    const name = this.#names.get(account) ?? this.#freeName(account, nowMs)
    try {
      writeWhole(join(this.#path, name), encodeKeystore(keystore))
    } catch (error) {
      throw folderFailed(`cannot write ${name} into ${this.#path}`, error)
    }
    this.#names.set(account, name)
  }

  #listed(): string[] {
    try {
      createFolders(this.#path, 0o700)
      return readdirSync(this.#path)
        .filter((name) => !name.startsWith('.'))
        .sort()
    } catch (error) {
      throw folderFailed(`cannot use ${this.#path} as the folder of keys`, error)
    }
  }

  #read(name: string): void {
    try {
      const keystore = readKeystore(join(this.#path, name), name)
      const account = toHexDigits(keystore.address)
      const twin = this.#names.get(account)
      if (twin !== undefined) throw new DecodeError(name, `is for the same account as ${twin}`)
      this.#names.set(account, name)
      this.#keystores.push(keystore)
    } catch (error) {
      this.#skippedFiles.push({ name, reason: reasonOf(error) })
    }
  }

  /** A name that no file has: an existing file belongs to another program or is a damaged key, and must not be replaced. */
  #freeName(account: string, nowMs: number): string {
    for (let time = nowMs; ; time++) {
      const name = fileName(account, time)
      if (!existsSync(join(this.#path, name))) return name
    }
  }
}

function readKeystore(path: string, name: string): AccountKeystore {
  // Checked before the file is opened, because opening a pipe waits for a writer.
  const status = statSync(path)
  if (!status.isFile()) throw new DecodeError(name, 'is not a file')
  if (status.size > maximumFileLength)
    throw new DecodeError(name, `is too long for a key (${status.size} bytes)`)
  const keystore = decodeKeystore(readFileSync(path, 'utf8'), name)
  if (!namesAccount(keystore)) throw new DecodeError(name, 'does not have the address of its account')
  return keystore
}

const fileName = (account: string, time: number): string =>
  `UTC--${new Date(time).toISOString().replaceAll(':', '-')}--${account}`

const folderFailed = (problem: string, cause: unknown): WalletError =>
  new WalletError('folder-failed', `${problem}: ${reasonOf(cause)}`, { cause })

const ownerOnly = 0o600

/**
 * Writes a file that only its owner may read, atomically: as a hidden draft, which is then renamed. After the return
 * the file survives a power failure.
 */
function writeWhole(path: string, text: string): void {
  const folder = dirname(path)
  const draft = join(folder, `.${basename(path)}.${randomUUID()}`)
  try {
    withFile(draft, 'wx', (file) => {
      writeFileSync(file, text)
      fsyncSync(file)
    })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  // Windows cannot flush a folder.
  if (process.platform !== 'win32') withFile(folder, 'r', fsyncSync)
}

function withFile(path: string, flags: string, work: (file: number) => void): void {
  const file = openSync(path, flags, ownerOnly)
  try {
    work(file)
  } finally {
    closeSync(file)
  }
}

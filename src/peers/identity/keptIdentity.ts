import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolders } from '../../primitives/createFolders.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { identityOf, type NodeIdentity } from './nodeIdentity.ts'

const fileName = 'node.key'
const ownerOnly = 0o600

/** The identity stored in a folder; a new one is created if the folder has no key file. */
export function keptIdentity(folder: string, random: (length: number) => Uint8Array): NodeIdentity {
  const path = join(folder, fileName)
  return readIdentity(path) ?? makeIdentity(folder, path, random)
}

export function randomIdentity(random: (length: number) => Uint8Array): NodeIdentity {
  for (;;) {
    try {
      return identityOf(random(32))
    } catch (error) {
      // One random key in 2^128 is not below the group order.
      if (!(error instanceof RangeError)) throw error
    }
  }
}

function readIdentity(path: string): NodeIdentity | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return identityOf(fromHex(text.trim(), path))
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof DecodeError)) throw error
    throw new DecodeError(path, 'is not a private key of 64 hex digits; remove it to have a new one created')
  }
}

/** Writes under another name first, so that the key file is never incomplete. */
function makeIdentity(folder: string, path: string, random: (length: number) => Uint8Array): NodeIdentity {
  createFolders(folder, 0o700)
  const identity = randomIdentity(random)
  const draft = join(folder, `.${fileName}.${randomUUID()}`)
  try {
    writeFlushed(draft, `${toHexDigits(identity.privateKey)}\n`)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  return identity
}

function writeFlushed(path: string, text: string): void {
  const file = openSync(path, 'wx', ownerOnly)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

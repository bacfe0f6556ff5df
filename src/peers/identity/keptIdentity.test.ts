import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { toHexDigits } from '../../primitives/hex.ts'
import { keptIdentity, randomIdentity } from './keptIdentity.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-identity-'))
  folders.push(folder)
  return folder
}

describe('the identity of a node', () => {
  it('is created once and then kept', () => {
    const folder = join(freshFolder(), 'deeper')
    const identity = keptIdentity(folder, randomBytes)
    expect(keptIdentity(folder, randomBytes)).toEqual({
      ...identity,
      privateKey: Uint8Array.from(identity.privateKey),
    })
    expect(readFileSync(join(folder, 'node.key'), 'utf8').trim()).toBe(toHexDigits(identity.privateKey))
    expect(readdirSync(folder)).toEqual(['node.key'])
  })

  it.skipIf(process.platform === 'win32')('is stored in a file that only its owner may read', () => {
    const folder = freshFolder()
    keptIdentity(folder, randomBytes)
    expect(statSync(join(folder, 'node.key')).mode & 0o777).toBe(0o600)
  })

  it.each(['', 'not a key', '00'.repeat(32), 'ff'.repeat(32), '11'.repeat(31)])(
    'is not replaced when its file contains “%s”',
    (text) => {
      const folder = freshFolder()
      writeFileSync(join(folder, 'node.key'), text)
      expect(() => keptIdentity(folder, randomBytes)).toThrow('is not a private key of 64 hex digits')
      expect(readFileSync(join(folder, 'node.key'), 'utf8')).toBe(text)
    },
  )

  it('is drawn again when the random bytes are not a valid key', () => {
    const draws = [new Uint8Array(32), new Uint8Array(32).fill(0xff), new Uint8Array(32).fill(1)]
    expect(randomIdentity(() => draws.shift()!).privateKey).toEqual(new Uint8Array(32).fill(1))
  })
})

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toHexDigits } from '../../primitives/hex.ts'
import { privateKeyFromSeed } from '../privateKey.ts'
import { decryptKey, encryptKey } from './encryption.ts'
import { KeyFolder } from './keyFolder.ts'
import { encodeKeystore } from './keystoreJson.ts'
import { gethKeystore } from './publishedKeystores.cases.ts'

const options = { cost: { n: 2, r: 8, p: 1 }, random: randomBytes }
const keystoreOf = (seed: string, passphrase = 'p') =>
  encryptKey(privateKeyFromSeed(seed), passphrase, options)
const now = Date.UTC(2026, 1, 3, 4, 5, 6, 789)
const cowFile = 'UTC--2026-02-03T04-05-06.789Z--cd2a3d9f938e13cd947ec05abc7fe734df8dd826'
const folderFailed = expect.objectContaining({ code: 'folder-failed' })

let path: string
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'cambium-keys-'))
})
afterEach(() => rmSync(path, { recursive: true, force: true }))

const put = (name: string, text: string) => writeFileSync(join(path, name), text)
const contents = () => readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'utf8')])

describe('a folder of keys', () => {
  it('is created if it is missing, for its owner only', () => {
    const inner = join(path, 'a', 'keys')
    expect(new KeyFolder(inner).keystores).toEqual([])
    expect(statSync(inner).mode & 0o777).toBe(0o700)
  })

  it('stores each key in one file named after time and account, for its owner only', async () => {
    new KeyFolder(path).save(await keystoreOf('cow'), now)
    expect(readdirSync(path)).toEqual([cowFile])
    expect(statSync(join(path, cowFile)).mode & 0o777).toBe(0o600)
  })

  it('does not contain the unencrypted key', async () => {
    new KeyFolder(path).save(await keystoreOf('cow'), now)
    expect(readFileSync(join(path, cowFile), 'utf8')).not.toContain(toHexDigits(privateKeyFromSeed('cow')))
  })

  it('returns the saved keys, oldest first', async () => {
    const folder = new KeyFolder(path)
    const [older, newer] = [await keystoreOf('cow'), await keystoreOf('cow1')]
    folder.save(newer, now + 1)
    folder.save(older, now)
    expect(new KeyFolder(path).keystores.map(encodeKeystore)).toEqual([older, newer].map(encodeKeystore))
  })

  it('reads the files of other tools under any name', async () => {
    put('my key.json', JSON.stringify(gethKeystore))
    const [keystore] = new KeyFolder(path).keystores
    const account = toHexDigits(keystore!.address)
    expect(account).toBe(gethKeystore.address)
    expect(await decryptKey(keystore!, 'foobar')).toHaveLength(32)
  })

  it('replaces the file when a key is saved again, including a file that it read', async () => {
    new KeyFolder(path).save(await keystoreOf('cow'), now)
    const folder = new KeyFolder(path)
    const again = await keystoreOf('cow', 'another passphrase')
    folder.save(again, now + 1000)
    expect(readdirSync(path)).toEqual([cowFile])
    expect(new KeyFolder(path).keystores.map(encodeKeystore)).toEqual([encodeKeystore(again)])
  })

  it('reports files that are not usable keys and does not change them', async () => {
    const { address: _, ...nameless } = gethKeystore
    put('1-note.txt', 'a note')
    put('2-nameless.json', JSON.stringify(nameless))
    put('3-cut', JSON.stringify(gethKeystore).slice(0, 100))
    put('4-old', JSON.stringify({ ...gethKeystore, version: 1 }))
    put('5-long', ' '.repeat(70_000))
    put('6-good', JSON.stringify(gethKeystore))
    put('7-twin', JSON.stringify(gethKeystore))
    const before = contents()
    const folder = new KeyFolder(path)
    expect(folder.skippedFiles).toEqual([
      { name: '1-note.txt', reason: '1-note.txt: is not JSON' },
      { name: '2-nameless.json', reason: '2-nameless.json: does not have the address of its account' },
      { name: '3-cut', reason: '3-cut: is not JSON' },
      { name: '4-old', reason: '4-old.version: is not 3, the only one that can be read' },
      { name: '5-long', reason: '5-long: is too long for a key (70000 bytes)' },
      { name: '7-twin', reason: '7-twin: is for the same account as 6-good' },
    ])
    expect(folder.keystores).toHaveLength(1)
    expect(contents()).toEqual(before)
  })

  it('skips folders, pipes and broken links', () => {
    mkdirSync(join(path, 'folder'))
    execFileSync('mkfifo', [join(path, 'pipe')])
    symlinkSync(join(path, 'nowhere'), join(path, 'link'))
    const { keystores, skippedFiles } = new KeyFolder(path)
    expect(keystores).toEqual([])
    expect(skippedFiles.map(({ name }) => name)).toEqual(['folder', 'link', 'pipe'])
  })

  it('never overwrites an existing file, such as a damaged key', async () => {
    put(cowFile, 'damaged')
    new KeyFolder(path).save(await keystoreOf('cow'), now)
    expect(readFileSync(join(path, cowFile), 'utf8')).toBe('damaged')
    expect(readdirSync(path)).toEqual([cowFile, cowFile.replace('789Z', '790Z')])
  })

  it('ignores the draft of an interrupted write', async () => {
    put(`.${cowFile}.draft`, encodeKeystore(await keystoreOf('cow')))
    const folder = new KeyFolder(path)
    expect([folder.keystores, folder.skippedFiles]).toEqual([[], []])
  })

  it('throws if the folder cannot be used', () => {
    put('file', '')
    expect(() => new KeyFolder(join(path, 'file'))).toThrow(folderFailed)
  })

  it('throws if a key cannot be written, and keeps the earlier file', async () => {
    const folder = new KeyFolder(path)
    folder.save(await keystoreOf('cow'), now)
    const before = contents()
    const again = await keystoreOf('cow', 'another passphrase')
    // The superuser may write anywhere, so the test moves the folder instead of making it read-only.
    const aside = `${path}-aside`
    execFileSync('mv', [path, aside])
    expect(() => folder.save(again, now)).toThrow(folderFailed)
    execFileSync('mv', [aside, path])
    expect(contents()).toEqual(before)
  })
})

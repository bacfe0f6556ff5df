import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Address, asAddress } from '../primitives/bytes.ts'
import { fromHex, toHex, toHexDigits } from '../primitives/hex.ts'
import { openWallet, type WalletOptions } from './openWallet.ts'
import { accountOf, privateKeyFromSeed } from './privateKey.ts'
import type { Wallet } from './wallet.ts'

const cost = { n: 2, r: 8, p: 1 }
const key = new Uint8Array(32).fill(0x22)
const account = asAddress(fromHex('1563915e194d8cfba1943570603f7606a3115508'))
const stranger = asAddress(new Uint8Array(20).fill(0x12))
const cow = asAddress(fromHex('cd2a3d9f938e13cd947ec05abc7fe734df8dd826'))
const halfAnHour = 1_800_000
const wrongPassphrase = expect.objectContaining({ code: 'wrong-passphrase' })
const notFound = expect.objectContaining({ code: 'account-not-found' })

let now: number
const open = (options: WalletOptions = {}): Wallet => openWallet({ cost, clock: () => now, ...options })
const isUnlocked = (wallet: Wallet, address: Address): boolean => {
  try {
    return wallet.dumpKey(address).length === 32
  } catch {
    return false
  }
}

beforeEach(() => {
  now = 1_000_000
})

describe('a wallet', () => {
  it('gives a new account a random key and unlocks it for half an hour', async () => {
    const wallet = open()
    const [first, second] = [await wallet.newAccount('secret'), await wallet.newAccount('')]
    expect(first).not.toEqual(second)
    expect(accountOf(wallet.dumpKey(first))).toEqual(first)
    now += halfAnHour - 1
    expect(isUnlocked(wallet, first)).toBe(true)
    now += 1
    expect(isUnlocked(wallet, first)).toBe(false)
  })

  it('imports a key, returns copies of it while it is unlocked, and keeps it when the caller wipes its copy', async () => {
    const wallet = open()
    const mine = Uint8Array.from(key)
    expect(await wallet.importKey(mine, 'pass')).toEqual(account)
    mine.fill(0)
    wallet.dumpKey(account).fill(0)
    expect(wallet.dumpKey(account)).toEqual(key)
    now += halfAnHour
    expect(() => wallet.dumpKey(account)).toThrow('Account not found')
  })

  it('refuses to import an invalid key', async () => {
    await expect(open().importKey(new Uint8Array(32), 'p')).rejects.toThrow(
      expect.objectContaining({ code: 'invalid-key' }),
    )
  })

  it('forgets the old passphrase when a key is imported again', async () => {
    const wallet = open()
    await wallet.importKey(key, 'pass')
    await wallet.importKey(key, 'pass2')
    expect(wallet.accounts).toEqual([account])
    await expect(wallet.unlock(account, 'pass')).rejects.toThrow(wrongPassphrase)
    expect(await wallet.unlock(account, 'pass2')).toBe(true)
  })

  it('locks and unlocks repeatedly', async () => {
    const wallet = open()
    await wallet.importKey(key, 'pass')
    expect(wallet.lock(account)).toBe(true)
    expect(wallet.lock(account)).toBe(false)
    expect(isUnlocked(wallet, account)).toBe(false)
    await expect(wallet.unlock(account, 'nope')).rejects.toThrow(wrongPassphrase)
    expect(isUnlocked(wallet, account)).toBe(false)
    expect(await wallet.unlock(account, 'pass', 1000)).toBe(true)
    expect(wallet.dumpKey(account)).toEqual(key)
  })

  it('unlocks for the duration of the last call', async () => {
    const wallet = open()
    await wallet.importKey(key, 'pass')
    await wallet.unlock(account, 'pass', 1000)
    now += 1000
    expect(isUnlocked(wallet, account)).toBe(false)
    await wallet.unlock(account, 'pass', 1000)
    await wallet.unlock(account, 'pass')
    now += halfAnHour - 1
    expect(isUnlocked(wallet, account)).toBe(true)
    now += 1
    expect(isUnlocked(wallet, account)).toBe(false)
  })

  it('stays unlocked after a wrong passphrase', async () => {
    const wallet = open()
    await wallet.importKey(key, 'pass')
    await expect(wallet.unlock(account, 'nope', 1)).rejects.toThrow(wrongPassphrase)
    expect(isUnlocked(wallet, account)).toBe(true)
  })

  it('returns false for an unknown account to lock or unlock', async () => {
    const wallet = open()
    expect(wallet.lock(stranger)).toBe(false)
    expect(await wallet.unlock(stranger, 'p')).toBe(false)
  })

  it('keeps accounts from seeds unlocked without limit, but loses their keys when they are locked', async () => {
    const wallet = open({ seeds: ['cow'] })
    now += 100 * 365 * 86_400_000
    expect(toHex(wallet.dumpKey(cow))).toBe(
      '0xc85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4',
    )
    expect(wallet.lock(cow)).toBe(true)
    expect(await wallet.unlock(cow, 'p')).toBe(false)
    expect(wallet.accounts).toEqual([cow])
    expect(wallet.addSeed('cow')).toEqual(cow)
    expect(isUnlocked(wallet, cow)).toBe(true)
  })

  it('takes loose keys from the configuration', () => {
    const wallet = open()
    expect(wallet.addKey(key)).toEqual(account)
    expect(wallet.dumpKey(account)).toEqual(key)
  })

  it('lists loose accounts first, then stored ones, each once, locked or not', async () => {
    const wallet = open({ seeds: ['cow'] })
    await wallet.importKey(key, 'p')
    await wallet.importKey(privateKeyFromSeed('cow'), 'p')
    wallet.addSeed('golden')
    wallet.addSeed('cow')
    wallet.lock(account)
    expect(wallet.accounts.map(toHexDigits)).toEqual([
      'cd2a3d9f938e13cd947ec05abc7fe734df8dd826',
      '30f09981953998cf19f05c40fb8e4b343c9d0d69',
      '1563915e194d8cfba1943570603f7606a3115508',
    ])
    expect([cow, account, stranger].map((address) => wallet.has(address))).toEqual([true, true, false])
  })

  it('locks everything at once', async () => {
    const wallet = open({ seeds: ['cow'] })
    await wallet.importKey(key, 'p')
    wallet.lockAll()
    expect([cow, account].map((address) => isUnlocked(wallet, address))).toEqual([false, false])
  })

  it('limits the number of its keys, and still accepts known ones', async () => {
    const wallet = open({ seeds: ['cow'], maximumAccounts: 2 })
    await wallet.importKey(key, 'p')
    const tooMany = expect.objectContaining({ code: 'too-many-accounts' })
    expect(() => wallet.addSeed('golden')).toThrow(tooMany)
    await expect(wallet.newAccount('p')).rejects.toThrow(tooMany)
    expect(await wallet.importKey(key, 'p2')).toEqual(account)
    expect(wallet.addSeed('cow')).toEqual(cow)
  })

  it('serves concurrent callers one after the other', async () => {
    const wallet = open()
    const imports = ['a', 'b', 'c'].map((passphrase) => wallet.importKey(key, passphrase))
    const unlocking = wallet.unlock(account, 'c')
    await Promise.all(imports)
    expect(await unlocking).toBe(true)
  })

  it('prints no key', async () => {
    const wallet = open({ seeds: ['cow'] })
    await wallet.importKey(key, 'open sesame')
    const shown = inspect(wallet, { showHidden: true, depth: null }) + JSON.stringify(wallet)
    expect(shown).not.toMatch(/22, 22|34, 34|c85ef7d7|200, 94, 247|sesame/)
  })

  it('refuses an invalid cost', () => {
    expect(() => open({ cost: { n: 1000, r: 8, p: 1 } })).toThrow(RangeError)
  })

  it('behaves like a simple model of its rules', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 25 }), async (sequence) => {
        const wallet = open()
        const passphrases = new Map<number, string>()
        const ends = new Map<number, number>()
        for (const { action, who, passphrase, durationMs } of sequence) {
          const address = accountOf(privateKeyFromSeed(String(who)))
          if (action === 'import') {
            await wallet.importKey(privateKeyFromSeed(String(who)), passphrase)
            passphrases.set(who, passphrase)
            ends.set(who, now + halfAnHour)
          } else if (action === 'unlock') {
            const answer = await wallet.unlock(address, passphrase, durationMs).catch(() => 'refused')
            const expected = !passphrases.has(who) ? false : passphrases.get(who) === passphrase || 'refused'
            expect(answer).toBe(expected)
            if (answer === true) ends.set(who, now + durationMs)
          } else if (action === 'lock') {
            expect(wallet.lock(address)).toBe((ends.get(who) ?? 0) > now)
            ends.delete(who)
          } else {
            now += durationMs
          }
          expect(isUnlocked(wallet, address)).toBe((ends.get(who) ?? 0) > now)
          expect(wallet.has(address)).toBe(passphrases.has(who))
        }
      }),
      { numRuns: 30 },
    )
  })
})

const steps = fc.record({
  action: fc.constantFrom('import', 'unlock', 'lock', 'wait'),
  who: fc.nat(2),
  passphrase: fc.constantFrom('a', 'b'),
  durationMs: fc.constantFrom(0, 1000, 900_000, halfAnHour),
})

describe('a wallet with a folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cambium-wallet-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('has only its stored accounts after a restart, all locked', async () => {
    const before = open({ folder, seeds: ['cow'] })
    await before.importKey(key, 'first')
    now += 5
    const fresh = await before.newAccount('p')
    await before.importKey(key, 'pass')
    const after = open({ folder })
    expect(after.accounts).toEqual([account, fresh])
    expect(isUnlocked(after, account)).toBe(false)
    await expect(after.unlock(account, 'first')).rejects.toThrow(wrongPassphrase)
    expect(await after.unlock(account, 'pass')).toBe(true)
    expect(after.dumpKey(account)).toEqual(key)
  })

  it('lists the files it skipped', () => {
    writeFileSync(join(folder, 'note'), 'milk')
    expect(open({ folder }).skippedFiles).toEqual([{ name: 'note', reason: 'note: is not JSON' }])
  })

  it('does not have an account that it could not store', async () => {
    const wallet = open({ folder })
    rmSync(folder, { recursive: true })
    await expect(wallet.importKey(key, 'p')).rejects.toThrow(
      expect.objectContaining({ code: 'folder-failed' }),
    )
    expect(wallet.accounts).toEqual([])
    expect(() => wallet.dumpKey(account)).toThrow(notFound)
  })
})

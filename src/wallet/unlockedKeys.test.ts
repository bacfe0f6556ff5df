import { beforeEach, describe, expect, it } from 'vitest'
import { asAddress } from '../primitives/bytes.ts'
import { UnlockedKeys } from './unlockedKeys.ts'

const account = (byte: number) => asAddress(new Uint8Array(20).fill(byte))
const key = (byte: number) => new Uint8Array(32).fill(byte)
const wiped = key(0)

describe('unlocked keys', () => {
  let now = 0
  let keys: UnlockedKeys
  beforeEach(() => {
    now = 1_000
    keys = new UnlockedKeys(() => now)
  })

  it('are available until they expire, to the millisecond', () => {
    keys.put(account(1), key(1), 500)
    now = 1_499
    expect(keys.get(account(1))).toEqual(key(1))
    now = 1_500
    expect(keys.get(account(1))).toBeUndefined()
  })

  it('never expire without a limit', () => {
    keys.put(account(1), key(1), Number.POSITIVE_INFINITY)
    now = Number.MAX_SAFE_INTEGER
    expect(keys.get(account(1))).toEqual(key(1))
  })

  it('are wiped when they are removed, which succeeds once', () => {
    const secret = key(1)
    keys.put(account(1), secret, 500)
    expect(keys.remove(account(1))).toBe(true)
    expect(secret).toEqual(wiped)
    expect(keys.remove(account(1))).toBe(false)
  })

  it('are wiped on the next use after they expire', () => {
    const [first, second, third] = [key(1), key(2), key(3)]
    keys.put(account(1), first, 100)
    keys.put(account(2), second, 200)
    keys.put(account(3), third, 300)
    now = 1_200
    expect(keys.get(account(9))).toBeUndefined()
    expect([first, second, third]).toEqual([wiped, wiped, key(3)])
    now = 1_300
    expect(keys.get(account(9))).toBeUndefined()
    expect(third).toEqual(wiped)
  })

  it('cannot be removed after they expired', () => {
    keys.put(account(1), key(1), 500)
    now = 1_500
    expect(keys.remove(account(1))).toBe(false)
  })

  it('get a new time limit when they are put again, earlier or later', () => {
    keys.put(account(1), key(1), 500)
    keys.put(account(1), key(1), 1_000)
    now = 1_700
    expect(keys.get(account(1))).toEqual(key(1))
    keys.put(account(1), key(1), 100)
    now = 1_800
    expect(keys.get(account(1))).toBeUndefined()
  })

  it('are wiped when a new key of the same account replaces them', () => {
    const former = key(1)
    keys.put(account(1), former, 500)
    keys.put(account(1), key(2), 500)
    expect(former).toEqual(wiped)
    expect(keys.get(account(1))).toEqual(key(2))
  })

  it('are all wiped together', () => {
    const secrets = [key(1), key(2)]
    secrets.forEach((secret, index) => {
      keys.put(account(index), secret, 500)
    })
    keys.clear()
    expect(secrets).toEqual([wiped, wiped])
    expect(keys.get(account(0))).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { toHex } from '../../primitives/hex.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { address, contract, deploy, engines, newWorld, run } from '../evmWorld.cases.ts'
import type { MemoryHost } from '../memoryHost.cases.ts'
import { call } from '../phrases.cases.ts'

const heir = 0xaaaa
const missing = 0x123456

function worldWith(source: string, balance = 50n): MemoryHost {
  const host = newWorld(source)
  host.addBalance(contract, balance)
  return host
}

describe.each(engines)('self-destruction on the %s engine', (engine) => {
  it('ends the frame, moves the balance and lists the account for deletion', () => {
    const host = worldWith(`${heir} SELFDESTRUCT #fe`)
    const before = host.balance(address(heir))
    const result = run(host, { engine })
    expect(result).toMatchObject({ status: 'success', refund: 0 })
    expect(result.destroyed.map(toHex)).toEqual([toHex(contract)])
    expect([host.balance(contract), host.balance(address(heir)) - before]).toEqual([0n, 50n])
    expect(host.code(contract)).toBeDefined()
  })

  it('costs 5000, and 25000 more for a beneficiary that does not exist, whatever the balance', () => {
    const used = (source: string, balance?: bigint) =>
      1_000_000 - run(worldWith(source, balance), { engine }).gasLeft
    expect(used(`${heir} SELFDESTRUCT`)).toBe(5003)
    expect(used(`${missing} SELFDESTRUCT`)).toBe(30_003)
    expect(used(`${missing} SELFDESTRUCT`, 0n)).toBe(30_003)
  })

  it('with a balance of zero does not create the beneficiary', () => {
    const host = worldWith(`${missing} SELFDESTRUCT`, 0n)
    run(host, { engine })
    expect(host.exists(address(missing))).toBe(false)
  })

  it('with itself as beneficiary burns the balance', () => {
    const host = worldWith('ADDRESS SELFDESTRUCT')
    run(host, { engine })
    expect(host.balance(contract)).toBe(0n)
  })

  it('keeps the code callable until the end of the transaction, and lists the account once', () => {
    const host = newWorld(`${call('CALL', 0xbeef)} ${call('CALL', 0xbeef)} ADD 0 MSTORE 32 0 RETURN`)
    deploy(host, address(0xbeef), `${heir} SELFDESTRUCT`)
    const result = run(host, { engine })
    expect(toBigInt(result.output)).toBe(2n)
    expect(result.destroyed.map(toHex)).toEqual([toHex(address(0xbeef))])
  })

  it('is undone when a frame around it fails', () => {
    const host = newWorld(`${call('CALL', 0xbeef, { gas: 100_000 })} ${call('CALL', 0xfeed)}`)
    deploy(host, address(0xbeef), `${call('CALL', 0xfeed)} 0 0 REVERT`)
    deploy(host, address(0xfeed), `${heir} SELFDESTRUCT`, 9n)
    expect(run(host, { engine }).destroyed.map(toHex)).toEqual([toHex(address(0xfeed))])
    const reverting = newWorld(`${call('CALL', 0xbeef, { gas: 100_000 })}`)
    deploy(reverting, address(0xbeef), `${call('CALL', 0xfeed)} #fe`)
    deploy(reverting, address(0xfeed), `${heir} SELFDESTRUCT`, 9n)
    expect(run(reverting, { engine }).destroyed).toEqual([])
    expect(reverting.balance(address(0xfeed))).toBe(9n)
  })
})

import { describe, expect, it } from 'vitest'
import { emptyKeccak, keccak256 } from '../../src/crypto/keccak256.ts'
import { assemble } from '../../src/evm/assembler.cases.ts'
import {
  address,
  contract,
  deploy,
  engines,
  environment,
  evaluate,
  newWorld,
  returnTop,
  rulesWithout,
  run,
  runProgram,
  sender,
} from '../../src/evm/evmWorld.cases.ts'
import { measured } from '../../src/evm/phrases.cases.ts'
import { emptyBytes } from '../../src/primitives/bytes.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { toBigInt, unsignedBytes, wordBytes } from '../../src/primitives/integers.ts'

const maximum = 2n ** 256n - 1n

describe.each(engines)('on the %s engine', (engine) => {
  it('instructions push the values of message and block', () => {
    const message = { value: 5n, data: unsignedBytes(0x112233) }
    const cases: [string, bigint][] = [
      ['ADDRESS', toBigInt(contract)],
      ['CALLER', toBigInt(sender)],
      ['ORIGIN', toBigInt(sender)],
      ['CALLVALUE', 5n],
      ['CALLDATASIZE', 3n],
      ['0 CALLDATALOAD', 0x112233n << 232n],
      ['2 CALLDATALOAD', 0x33n << 248n],
      ['3 CALLDATALOAD', 0n],
      [`${maximum} CALLDATALOAD`, 0n],
      ['GASPRICE', environment.gasPrice],
      ['COINBASE', toBigInt(environment.coinbase)],
      ['TIMESTAMP', BigInt(environment.timestamp)],
      ['NUMBER', BigInt(environment.number)],
      ['DIFFICULTY', environment.difficulty],
      ['GASLIMIT', environment.gasLimit],
      ['CHAINID', BigInt(environment.chainId)],
      ['BASEFEE', environment.minimumGasPrice],
      ['PC', 0n],
      ['GAS', 1_000_000n - 2n],
      ['MSIZE', 0n],
      ['RETURNDATASIZE', 0n],
      ['CODESIZE', BigInt(1 + assemble(returnTop).length)],
    ]
    for (const [source, expected] of cases)
      expect(evaluate(engine, source, { message }), source).toBe(expected)
  })

  it('BALANCE reads the low 20 bytes of its operand', () => {
    const host = newWorld(`${(1n << 200n) + toBigInt(sender)} BALANCE SELFBALANCE ADD ${returnTop}`)
    host.addBalance(contract, 7n)
    expect(toBigInt(run(host, { engine }).output)).toBe(10n ** 18n + 7n)
  })

  it('BLOCKHASH pushes 0 for a block that the host does not have', () => {
    const host = newWorld(`999 BLOCKHASH ${2n ** 64n + 999n} BLOCKHASH ADD ${returnTop}`)
    const hash = keccak256(emptyBytes)
    host.blockHashes.set(999, hash)
    expect(toHex(run(host, { engine }).output)).toBe(toHex(hash))
  })

  it('code that ends within the data of a PUSH stops there', () => {
    expect(runProgram(engine, '#61ff')).toMatchObject({ status: 'success', gasLeft: 1_000_000 - 3 })
  })

  it('an empty program succeeds without output', () => {
    expect(runProgram(engine, '')).toMatchObject({
      status: 'success',
      gasLeft: 1_000_000,
      output: emptyBytes,
    })
  })

  it('DUP and SWAP reach 16 items down', () => {
    const items = Array.from({ length: 17 }, (_, index) => index + 1).join(' ')
    for (let n = 1; n <= 16; n++) {
      expect(evaluate(engine, `${items} DUP${n}`)).toBe(BigInt(18 - n))
      expect(evaluate(engine, `${items} SWAP${n}`)).toBe(BigInt(17 - n))
      expect(evaluate(engine, `${items} SWAP${n} ${'POP '.repeat(n)}`)).toBe(17n)
    }
  })

  it('the stack holds at most 1024 items', () => {
    expect(runProgram(engine, `${'0 '.repeat(1024)} STOP`).status).toBe('success')
    expect(runProgram(engine, `${'0 '.repeat(1025)} STOP`, { exactCause: true }).cause).toBe('stack-overflow')
    expect(runProgram(engine, `${'0 '.repeat(1024)} DUP1`, { exactCause: true }).cause).toBe('stack-overflow')
    expect(runProgram(engine, 'loop: 0 @loop JUMP', { exactCause: true }).cause).toBe('stack-overflow')
  })

  it.each([
    'ADD',
    'POP',
    'DUP2 DUP3',
    '1 SWAP1',
    '1 MSTORE',
    '1 1 LOG1',
    'JUMP',
    '1 JUMPI',
    '0 0 0 0 0 0 CALL',
  ])('%s with too few items halts', (source) => {
    expect(runProgram(engine, source, { exactCause: true }).cause).toBe('stack-underflow')
  })

  it('jumps go only to destinations outside push data', () => {
    expect(evaluate(engine, '@on JUMP #fe on: 7')).toBe(7n)
    expect(evaluate(engine, '1 @on JUMPI #fe on: 7')).toBe(7n)
    expect(evaluate(engine, '7 0 99 JUMPI')).toBe(7n)
    for (const target of ['0', '4', '99', `${2n ** 32n + 3n}`, `${maximum}`]) {
      // Byte 4 is a JUMPDEST inside the data of PUSH2.
      expect(runProgram(engine, `#615b5b6000 ${target} JUMP`, { exactCause: true }).cause).toBe(
        'invalid-jump-destination',
      )
    }
    expect(runProgram(engine, `#615b5b50 5 JUMP JUMPDEST`, { exactCause: true }).cause).toBe(
      'invalid-jump-destination',
    )
  })

  it('bytes without an instruction halt', () => {
    for (const byte of ['0c', '1e', '21', '49', '4a', 'a5', 'b0', 'f6', 'fc', 'fe']) {
      const result = runProgram(engine, `#${byte}`, { exactCause: true })
      expect(result, byte).toMatchObject({ status: 'halt', cause: 'invalid-opcode', gasLeft: 0 })
    }
  })

  it.each([
    ['1 1 SHL', 'rskip120'],
    ['1 1 SHR', 'rskip120'],
    ['1 1 SAR', 'rskip120'],
    ['0 EXTCODEHASH', 'rskip140'],
    ['CHAINID', 'rskip152'],
    ['SELFBALANCE', 'rskip151'],
    ['BASEFEE', 'rskip412'],
    ['PUSH0', 'rskip398'],
    ['0 0 0 MCOPY 0', 'rskip445'],
    ['0 TLOAD', 'rskip446'],
    ['0 0 TSTORE 0', 'rskip446'],
    ['0 0 0 0 CREATE2', 'rskip125'],
    ['0 0 0 0 0 0 STATICCALL', 'rskip91'],
  ] as const)('%s exists from %s on', (source, rule) => {
    expect(runProgram(engine, source).status).toBe('success')
    expect(runProgram(engine, source, { rules: rulesWithout(rule), exactCause: true }).cause).toBe(
      'invalid-opcode',
    )
  })

  it('DUPN, SWAPN and TXINDEX exist until RSKIP191', () => {
    const rules = rulesWithout('rskip191')
    expect(evaluate(engine, 'TXINDEX', { rules })).toBe(3n)
    // The byte after them is skipped.
    expect(evaluate(engine, '10 20 30 2 DUPN #fe', { rules })).toBe(10n)
    expect(evaluate(engine, '10 20 30 1 SWAPN #fe', { rules })).toBe(10n)
    expect(evaluate(engine, '10 20 30 1 SWAPN #fe POP POP', { rules })).toBe(30n)
    // The search for jump destinations does not skip it.
    expect(evaluate(engine, '@on JUMP #a8 on: 8', { rules })).toBe(8n)
    const cause = (source: string) => runProgram(engine, source, { rules, exactCause: true }).cause
    expect(cause('10 20 30 3 DUPN')).toBe('stack-underflow')
    expect(cause('10 20 30 2 SWAPN')).toBe('stack-underflow')
    expect(cause(`10 20 30 ${2n ** 31n} DUPN`)).toBe('stack-index-too-large')
    expect(cause(`10 20 30 ${maximum} SWAPN`)).toBe('stack-index-too-large')
    for (const source of ['1 1 0 DUPN', '1 1 0 SWAPN', 'TXINDEX']) {
      expect(runProgram(engine, source, { exactCause: true }).cause).toBe('invalid-opcode')
    }
  })

  it('code that begins with FC runs after its header', () => {
    // Two bytes of extension with a JUMPDEST, which is not a destination.
    const header = '#fc0000025bfe'
    expect(toBigInt(runProgram(engine, `${header} CODESIZE ${returnTop}`).output)).toBe(15n)
    expect(toBigInt(runProgram(engine, `${header} @on JUMP #fe on: PC ${returnTop}`).output)).toBe(12n)
    const cause = (source: string) => runProgram(engine, source, { exactCause: true }).cause
    expect(cause(`${header} 4 JUMP`)).toBe('invalid-jump-destination')
    expect(cause('#fc000000')).toBe('invalid-code-header')
    expect(cause('#fc0000ff00')).toBe('invalid-code-header')
    expect(cause('#fc0000')).toBe('invalid-opcode')
  })

  it('SSTORE charges and refunds by the present value of the cell', () => {
    const cost = (source: string) => evaluate(engine, source)
    expect(cost(measured('5 1 SSTORE'))).toBe(20_006n)
    expect(cost(measured('0 1 SSTORE'))).toBe(5_006n)
    expect(cost(`5 1 SSTORE ${measured('6 1 SSTORE')}`)).toBe(5_006n)
    expect(cost(`5 1 SSTORE ${measured('1 SLOAD POP')}`)).toBe(205n)
    expect(cost('5 1 SSTORE 1 SLOAD')).toBe(5n)
    expect(runProgram(engine, '5 1 SSTORE 0 1 SSTORE 0 1 SSTORE')).toMatchObject({ refund: 15_000 })
    expect(runProgram(engine, '5 1 SSTORE 0 1 SSTORE 5 1 SSTORE 0 1 SSTORE')).toMatchObject({
      refund: 30_000,
    })
  })

  it('storage reaches the host without leading zeros', () => {
    const host = newWorld(`300 1 SSTORE 0 2 SSTORE ${2n ** 255n} ${maximum} SSTORE`)
    host.setStorage(contract, wordBytes(2n), unsignedBytes(9))
    run(host, { engine })
    expect(toHex(host.storage(contract, wordBytes(1n)))).toBe('0x012c')
    expect(host.storage(contract, wordBytes(2n))).toEqual(emptyBytes)
    expect(host.storage(contract, wordBytes(maximum)).length).toBe(32)
  })

  it('transient storage costs 100, is separate from storage and rolls back', () => {
    expect(evaluate(engine, '7 1 TSTORE 1 TLOAD')).toBe(7n)
    expect(evaluate(engine, '7 1 TSTORE 1 SLOAD')).toBe(0n)
    expect(evaluate(engine, measured('7 1 TSTORE'))).toBe(106n)
    expect(evaluate(engine, measured('1 TLOAD POP'))).toBe(105n)
    const host = newWorld('7 1 TSTORE 0 0 REVERT')
    run(host, { engine })
    expect(host.transient(contract, wordBytes(1n))).toEqual(emptyBytes)
  })

  it('logs carry topics and data at 375 each and 8 per byte', () => {
    const { logs } = runProgram(engine, '0x1122 0 MSTORE 4 3 2 1 2 30 LOG4 0 0 LOG0')
    expect(logs.map(({ topics, data }) => [topics.map(toBigInt), toHex(data)])).toEqual([
      [[1n, 2n, 3n, 4n], '0x1122'],
      [[], '0x'],
    ])
    expect(logs.every((log) => toBigInt(log.address) === toBigInt(contract))).toBe(true)
    expect(evaluate(engine, measured('9 10 0 LOG1'))).toBe(9n + 375n + 375n + 80n + 3n)
  })

  it('RETURNDATACOPY beyond the buffer halts, even for zero bytes', () => {
    for (const source of ['1 0 0 RETURNDATACOPY', '0 1 0 RETURNDATACOPY', `0 ${maximum} 0 RETURNDATACOPY`]) {
      expect(runProgram(engine, source, { exactCause: true }).cause).toBe('return-data-out-of-bounds')
    }
    expect(runProgram(engine, '0 0 0 RETURNDATACOPY').status).toBe('success')
  })

  it('EXTCODE instructions find a precompile by its whole word', () => {
    const dirty = (1n << 160n) + 9n
    const rules = rulesWithout('rskip90')
    const ask = (source: string, options = {}) => {
      const host = newWorld(`${source} ${returnTop}`)
      const precompile = { name: 'nine', maximumInput: 0, gas: () => 0, run: () => emptyBytes }
      host.setPrecompile(address(9), precompile)
      return toBigInt(run(host, { engine, ...options }).output)
    }
    expect(ask('9 EXTCODESIZE')).toBe(maximum)
    expect(ask('9 EXTCODESIZE', { rules })).toBe(0n)
    expect(ask(`${dirty} EXTCODESIZE`)).toBe(0n)
    expect(ask('9 EXTCODEHASH')).toBe(toBigInt(emptyKeccak))
    expect(ask(`${dirty} EXTCODEHASH`)).toBe(0n)
    expect(ask('32 0 0 9 EXTCODECOPY 0 MLOAD')).toBe(0n)
  })

  it('EXTCODEHASH distinguishes missing accounts, accounts without code and contracts', () => {
    const code = assemble('1 2 ADD')
    const ask = (source: string) => {
      const host = newWorld(`${source} ${returnTop}`)
      deploy(host, address(0xbeef), code)
      return toBigInt(run(host, { engine }).output)
    }
    expect(ask('0x123456 EXTCODEHASH')).toBe(0n)
    expect(ask(`${toBigInt(sender)} EXTCODEHASH`)).toBe(toBigInt(emptyKeccak))
    expect(ask('0xbeef EXTCODEHASH')).toBe(toBigInt(keccak256(code)))
    expect(ask(`${2n ** 200n + 0xbeefn} EXTCODESIZE`)).toBe(BigInt(code.length))
  })

  it('EXP costs 50 for every byte of the exponent', () => {
    expect(evaluate(engine, measured('0 2 EXP POP'))).toBe(18n)
    expect(evaluate(engine, measured('255 2 EXP POP'))).toBe(68n)
    expect(evaluate(engine, measured('256 2 EXP POP'))).toBe(118n)
    expect(evaluate(engine, measured(`${maximum} 2 EXP POP`))).toBe(18n + 1600n)
  })

  it('a halt takes all gas and undoes everything; a revert keeps gas and output', () => {
    const effects = '5 1 SSTORE 0 0 LOG0 7 2 TSTORE'
    for (const [end, status] of [
      ['#fe', 'halt'],
      ['1 31 REVERT', 'revert'],
    ] as const) {
      const host = newWorld(`${effects} 0x42 0 MSTORE ${end}`)
      const before = host.dump()
      const result = run(host, { engine })
      expect(result).toMatchObject({ status, logs: [], refund: 0, destroyed: [] })
      expect(host.dump()).toEqual(before)
      expect(toHex(result.output)).toBe(status === 'halt' ? '0x' : '0x42')
      expect(result.gasLeft > 0).toBe(status === 'revert')
    }
  })

  it('succeeds with exactly the gas it needs and halts with one less', () => {
    expect(runProgram(engine, '1 2 ADD', { message: { gas: 9 } })).toMatchObject({
      status: 'success',
      gasLeft: 0,
    })
    expect(runProgram(engine, '1 2 ADD', { message: { gas: 8 } })).toMatchObject({
      status: 'halt',
      cause: 'out-of-gas',
    })
  })

  it.each(['1 1 SSTORE', '1 1 TSTORE', '0 0 LOG0', '0 0 0 CREATE', '0 0 0 0 CREATE2', '0 SELFDESTRUCT'])(
    '%s halts in a static frame',
    (source) => {
      expect(runProgram(engine, source).status).toBe('success')
      const result = runProgram(engine, source, { message: { isStatic: true }, exactCause: true })
      expect(result.cause).toBe('state-change-in-static-call')
    },
  )
})

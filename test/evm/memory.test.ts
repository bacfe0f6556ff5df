import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../src/crypto/keccak256.ts'
import { assemble } from '../../src/evm/assembler.cases.ts'
import {
  address,
  deploy,
  engines,
  evaluate,
  newWorld,
  rulesWithout,
  run,
  runProgram,
} from '../../src/evm/evmWorld.cases.ts'
import { measured } from '../../src/evm/phrases.cases.ts'
import { concatBytes } from '../../src/primitives/bytes.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { toBigInt, wordBytes } from '../../src/primitives/integers.ts'

/** Memory as a plain list of bytes. */
class NaiveMemory {
  bytes: number[] = []
  gas = 0

  #price = (): number => 3 * (this.bytes.length / 32) + Math.floor((this.bytes.length / 32) ** 2 / 512)

  #grow(end: number): void {
    const before = this.#price()
    while (this.bytes.length < end) this.bytes.push(...new Array<number>(32).fill(0))
    this.gas += this.#price() - before
  }

  read(offset: number, size: number): number[] {
    if (size > 0) this.#grow(offset + size)
    return this.bytes.slice(offset, offset + size)
  }

  write(offset: number, values: readonly number[]): void {
    if (values.length > 0) this.#grow(offset + values.length)
    values.forEach((value, index) => {
      this.bytes[offset + index] = value
    })
  }

  move(target: number, start: number, size: number): void {
    if (size > 0) this.#grow(Math.max(target, start) + size)
    this.write(target, this.bytes.slice(start, start + size))
  }
}

/** An instruction of the program and its effect on the model, which adds up the words read. */
interface Action {
  readonly text: string
  readonly staticGas: number
  apply(memory: NaiveMemory, code: () => Uint8Array): bigint
}

const callData = Uint8Array.from({ length: 100 }, (_, index) => index + 1)
const copyGas = (size: number): number => 3 + 3 * Math.ceil(size / 32)
const padded = (source: Uint8Array, start: number, size: number): number[] =>
  Array.from({ length: size }, (_, index) => source[start + index] ?? 0)

const offset = fc.nat(400)
const size = fc.oneof(fc.nat(120), fc.constant(0))
const value = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.tuple(offset, value).map(([at, word]) => ({
    text: `${word} ${at} MSTORE`,
    staticGas: 9,
    apply: (memory: NaiveMemory) => {
      memory.write(at, [...wordBytes(word)])
      return 0n
    },
  })),
  fc.tuple(offset, value).map(([at, word]) => ({
    text: `${word} ${at} MSTORE8`,
    staticGas: 9,
    apply: (memory: NaiveMemory) => {
      memory.write(at, [Number(word % 256n)])
      return 0n
    },
  })),
  offset.map((at) => ({
    text: `${at} MLOAD ADD`,
    staticGas: 9,
    apply: (memory: NaiveMemory) => toBigInt(Uint8Array.from(memory.read(at, 32))),
  })),
  fc.tuple(offset, size).map(([at, length]) => ({
    text: `${length} ${at} SHA3 ADD`,
    staticGas: 39 + 6 * Math.ceil(length / 32),
    apply: (memory: NaiveMemory) => toBigInt(keccak256(Uint8Array.from(memory.read(at, length)))),
  })),
  fc.tuple(offset, fc.nat(150), size).map(([at, start, length]) => ({
    text: `${length} ${start} ${at} CALLDATACOPY`,
    staticGas: 9 + copyGas(length),
    apply: (memory: NaiveMemory) => {
      memory.write(at, padded(callData, start, length))
      return 0n
    },
  })),
  fc.tuple(offset, fc.nat(150), size).map(([at, start, length]) => ({
    text: `${length} ${start} ${at} CODECOPY`,
    staticGas: 9 + copyGas(length),
    apply: (memory: NaiveMemory, code: () => Uint8Array) => {
      memory.write(at, padded(code(), start, length))
      return 0n
    },
  })),
  fc.tuple(offset, offset, size).map(([target, start, length]) => ({
    text: `${length} ${start} ${target} MCOPY`,
    staticGas: 9 + copyGas(length),
    apply: (memory: NaiveMemory) => {
      memory.move(target, start, length)
      return 0n
    },
  })),
)

describe.each(engines)('memory on the %s engine', (engine) => {
  it('behaves like a plain list of bytes and charges for its growth', () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 25 }), (actions) => {
        const source = `0 ${actions.map(({ text }) => text).join(' ')} MSIZE MSTORE MSIZE 0 RETURN`
        const code = assemble(source)
        const memory = new NaiveMemory()
        const sum = actions.reduce((total, { apply }) => total + apply(memory, () => code), 0n)
        memory.write(memory.bytes.length, [...wordBytes(sum)])
        const staticGas = actions.reduce((total, { staticGas }) => total + staticGas, 3 + 2 + 3 + 2 + 3)
        const gas = 100_000
        const result = run(newWorld(code), { engine, message: { data: callData, gas } })
        expect(result.cause).toBe(undefined)
        expect(toHex(result.output)).toBe(toHex(Uint8Array.from(memory.bytes)))
        expect(gas - result.gasLeft).toBe(staticGas + memory.gas)
      }),
      { numRuns: 300 },
    )
  })

  it('ends at 2^30 bytes, whatever the gas', () => {
    const huge = Number.MAX_SAFE_INTEGER
    for (const at of [2n ** 30n - 31n, 2n ** 64n, 2n ** 256n - 1n]) {
      expect(runProgram(engine, `${at} MLOAD`, { message: { gas: huge } }).cause).toBe('out-of-gas')
      expect(runProgram(engine, `1 ${at} 0 CALLDATACOPY STOP`, { message: { gas: huge } }).status).toBe(
        'success',
      )
    }
  })

  it('does not grow for an empty region at any offset', () => {
    const far = 2n ** 255n
    const copies = ['CALLDATACOPY', 'CODECOPY', 'MCOPY'].map((name) => `0 ${far} ${far} ${name}`)
    const source = `0 ${far} ${far} 0 EXTCODECOPY 0 0 ${far} RETURNDATACOPY 0 ${far} LOG0 0 ${far} SHA3 POP`
    expect(evaluate(engine, `${copies.join(' ')} ${source} MSIZE`)).toBe(0n)
  })

  it('is charged for MCOPY up to the end of the higher region, from RSKIP445 on', () => {
    expect(evaluate(engine, measured('32 1024 0 MCOPY'))).toBe(9n + 3n + 3n + 3n * 33n + 2n)
    expect(runProgram(engine, '32 0 0 MCOPY', { rules: rulesWithout('rskip445') }).cause).toBe(
      'invalid-opcode',
    )
  })

  it('receives the code of another account, and zeros beyond its end', () => {
    const host = newWorld('40 0 0 0xbeef EXTCODECOPY 64 0 RETURN')
    const code = assemble('1 2 ADD STOP')
    deploy(host, address(0xbeef), code)
    expect(toHex(run(host, { engine }).output)).toBe(
      toHex(concatBytes(code, new Uint8Array(64 - code.length))),
    )
  })
})

import { type Address, asAddress, leftPad } from '../../../primitives/bytes.ts'
import { DecodeError } from '../../../primitives/errors.ts'
import { fromHex } from '../../../primitives/hex.ts'
import type { Allocation } from '../../../protocol/networks/network.ts'
import { ConfigurationError } from '../configurationError.ts'
import { readTextFile } from './readTextFile.ts'

/** The parts of a genesis file of geth that a development chain uses. */
interface GenesisFile {
  readonly chainId: number | undefined
  readonly timestamp: number | undefined
  readonly gasLimit: number | undefined
  readonly allocations: readonly Allocation[]
}

type Members = Readonly<Record<string, unknown>>

/** Throws `ConfigurationError` that names the file and the member. */
export function readGenesisFile(path: string): GenesisFile {
  const refuse = (problem: string): never => {
    throw new ConfigurationError([`${path}: ${problem}`])
  }
  const file = new GenesisReader(refuse)
  const {
    config = {},
    timestamp,
    gasLimit,
    alloc = {},
  } = file.members(parsed(readTextFile(path), refuse), 'the file')
  const { chainId } = file.members(config, 'config')
  return {
    chainId: file.number(chainId, 'config.chainId'),
    timestamp: file.number(timestamp, 'timestamp'),
    gasLimit: file.number(gasLimit, 'gasLimit'),
    allocations: Object.entries(file.members(alloc, 'alloc')).map(([account, value]) =>
      file.allocation(account, file.members(value, `alloc.${account}`)),
    ),
  }
}

function parsed(text: string, refuse: (problem: string) => never): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('is not JSON')
  }
}

class GenesisReader {
  readonly #refuse: (problem: string) => never

  constructor(refuse: (problem: string) => never) {
    this.#refuse = refuse
  }

  members(value: unknown, where: string): Members {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members
    return this.#refuse(`${where} is not an object`)
  }

  /** A whole number in JSON, hex or decimal text; undefined when it is missing. */
  number(value: unknown, where: string): number | undefined {
    if (value === undefined) return undefined
    const number = Number(this.#integer(value, where))
    return Number.isSafeInteger(number) ? number : this.#refuse(`${where} is too large`)
  }

  allocation(account: string, value: Members): Allocation {
    const { balance = '0x0', nonce = '0x0', code, storage = {} } = value
    const cells = Object.entries(this.members(storage, `storage of ${account}`))
    const bytes = code === undefined ? undefined : this.#bytes(code, `code of ${account}`)
    return {
      address: this.#address(account),
      balance: this.#integer(balance, `balance of ${account}`),
      nonce: this.#integer(nonce, `nonce of ${account}`),
      ...((bytes !== undefined || cells.length > 0) && { code: bytes ?? new Uint8Array(0) }),
      storage: cells.map(([cell, content]) => ({
        cell: this.#word(cell, account),
        value: this.#word(content, account),
      })),
    }
  }

  #integer(value: unknown, where: string): bigint {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && /^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(text)) return BigInt(text)
    return this.#refuse(`${where} is not a whole number`)
  }

  #address(text: string): Address {
    const bytes = this.#bytes(text, `the account ${text}`)
    return bytes.length === 20 ? asAddress(bytes) : this.#refuse(`${text} is not an address of 20 bytes`)
  }

  #word(value: unknown, account: string): Uint8Array {
    const bytes = this.#bytes(value, `storage of ${account}`)
    return bytes.length <= 32
      ? leftPad(bytes, 32)
      : this.#refuse(`storage of ${account} has more than 32 bytes`)
  }

  #bytes(value: unknown, where: string): Uint8Array {
    if (typeof value !== 'string') return this.#refuse(`${where} is not hex`)
    try {
      const digits = value.replace(/^0x/i, '')
      return fromHex(digits.length % 2 === 0 ? digits : `0${digits}`)
    } catch (error) {
      if (error instanceof DecodeError) return this.#refuse(`${where} is not hex`)
      throw error
    }
  }
}

import type { Address } from '../../primitives/bytes.ts'
import type { Code, Host } from '../host.ts'
import type { Precompile } from '../precompiles/precompile.ts'

/** Facts about an account that hold until `forget`. */
interface KnownAccount {
  readonly address: Address
  exists: boolean
  isOrdinary: boolean
  code: Code | undefined
}

const places = 32

/**
 * Caches facts of the host that every call needs: a loop of calls would read them again and again. The cache
 * compares addresses by identity, so it serves engines that use one address object per account.
 */
export class AccountCache {
  readonly #host: Host
  /** Indexed by the last byte of the address, modulo `places`. */
  readonly #known: (KnownAccount | undefined)[] = []

  constructor(host: Host) {
    this.#host = host
  }

  exists(address: Address): boolean {
    const known = this.#account(address)
    if (!known.exists) known.exists = this.#host.state.exists(address)
    return known.exists
  }

  /** A transfer of zero: it creates a missing account, because Rootstock has no EIP-158. */
  touch(address: Address): void {
    const known = this.#account(address)
    if (known.exists) return
    this.#host.state.addBalance(address, 0n)
    known.exists = true
  }

  precompile(address: Address): Precompile | undefined {
    const known = this.#account(address)
    if (known.isOrdinary) return undefined
    const precompile = this.#host.precompile(address)
    known.isOrdinary = precompile === undefined
    return precompile
  }

  executedCode(address: Address): Code | undefined {
    const known = this.#account(address)
    known.code ??= this.#host.executedCode(address)
    return known.code
  }

  /** Empties the cache: accounts may be gone or have other code. */
  forget(): void {
    if (this.#known.length > 0) this.#known.length = 0
  }

  #account(address: Address): KnownAccount {
    const place = address[address.length - 1]! % places
    const known = this.#known[place]
    if (known !== undefined && known.address === address) return known
    const added = { address, exists: false, isOrdinary: false, code: undefined }
    this.#known[place] = added
    return added
  }
}

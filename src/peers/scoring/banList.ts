import { blockAround, formatBlock } from '../../primitives/addresses/addressBlock.ts'
import { formatIpAddress, isLoopback, parseIpAddress } from '../../primitives/addresses/ipAddress.ts'
import type { BanTarget } from './banTarget.ts'

const maximumBans = 10_000

/** The list of bans is full. */
export class TooManyBans extends Error {
  override readonly name = 'TooManyBans'

  constructor() {
    super(`no more than ${maximumBans} addresses and blocks can be banned`)
  }
}

/** Addresses that are refused until an operator lifts the ban. */
export class BanList {
  readonly #addresses = new Set<string>()
  /** Blocks as text, with the number of their bits. */
  readonly #blocks = new Map<string, number>()
  /** The numbers of bits of the blocks. */
  #sizes = new Set<number>()

  add(target: BanTarget): void {
    if (this.#addresses.size + this.#blocks.size >= maximumBans) throw new TooManyBans()
    if (target.kind === 'address') this.#addresses.add(formatIpAddress(target.address))
    else this.#blocks.set(formatBlock(target.block), target.block.bits)
    if (target.kind === 'block') this.#sizes.add(target.block.bits)
  }

  /** Has no effect without such a ban. */
  remove(target: BanTarget): void {
    if (target.kind === 'address') this.#addresses.delete(formatIpAddress(target.address))
    else this.#blocks.delete(formatBlock(target.block))
    this.#sizes = new Set(this.#blocks.values())
  }

  /** Loopback is never banned, not even by a block around it. */
  covers(address: string): boolean {
    const bytes = parseIpAddress(address)
    if (bytes === undefined || isLoopback(bytes)) return false
    if (this.#addresses.has(formatIpAddress(bytes))) return true
    // Called for every packet. An address is in exactly one block of each size, so one lookup per size is enough.
    for (const bits of this.#sizes) {
      if (this.#blocks.has(formatBlock(blockAround(bytes, bits)))) return true
    }
    return false
  }

  /** Addresses first, those of IPv4 before those of IPv6, then blocks. */
  list(): string[] {
    const isIpv6 = (address: string): boolean => address.includes(':')
    const addresses = [...this.#addresses]
    return [
      ...addresses.filter((address) => !isIpv6(address)),
      ...addresses.filter(isIpv6),
      ...this.#blocks.keys(),
    ]
  }
}

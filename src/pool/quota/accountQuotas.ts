import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { addressKey } from '../../primitives/mapKeys.ts'

export interface AccountQuota {
  /** When the available gas was last counted. */
  readonly timestampMs: number
  readonly availableVirtualGas: number
}

/** The time and the block gas limit by which a quota is counted. */
export interface QuotaMoment {
  readonly nowMs: number
  readonly blockGasLimit: number
}

/** A transaction that spends from its sender's quota. */
export interface QuotaClaim {
  readonly sender: Uint8Array
  readonly nonce: bigint
  /** The nonce of the sender's next pending transaction. */
  readonly pendingNonce: bigint
  readonly virtualGas: number
}

const blockShare = 0.9
const fullAfterSeconds = 2000
const purgePeriodMs = 30 * 60 * 1000
const maximumQuotas = 400_000

const perSecond = ({ blockGasLimit }: QuotaMoment): number => Math.round(blockShare * blockGasLimit)
const fullQuota = (moment: QuotaMoment): number => fullAfterSeconds * perSecond(moment)

/**
 * The virtual gas that each account may still spend. Quotas refill with time. The least recently used are dropped
 * first, and full ones regularly, because an account that has sent before starts with a full quota anyway.
 */
export class AccountQuotas {
  readonly #quotas: BoundedMap<string, AccountQuota>
  #purgedAtMs: number | undefined

  constructor(maximum = maximumQuotas) {
    this.#quotas = new BoundedMap(maximum)
  }

  get size(): number {
    return this.#quotas.size
  }

  of(address: Uint8Array): AccountQuota | undefined {
    return this.#quotas.get(addressKey(address))
  }

  /** Whether the quota covers the claim. The first transaction of an account always passes. */
  affords(claim: QuotaClaim, moment: QuotaMoment): boolean {
    return this.#isFirst(claim) || this.#available(claim, moment) >= claim.virtualGas
  }

  spend(claim: QuotaClaim, moment: QuotaMoment): void {
    this.#purge(moment)
    this.#set(claim.sender, Math.max(0, this.#available(claim, moment) - claim.virtualGas), moment)
  }

  /** Gives a receiver that has never sent a transaction the quota of a new account. */
  welcome(receiver: Uint8Array, moment: QuotaMoment): void {
    if (!this.of(receiver)) this.#set(receiver, perSecond(moment), moment)
  }

  #isFirst({ sender, nonce, pendingNonce }: QuotaClaim): boolean {
    return nonce === 0n && pendingNonce === 0n && !this.of(sender)
  }

  #available({ sender, pendingNonce }: QuotaClaim, moment: QuotaMoment): number {
    const quota = this.of(sender)
    if (quota) return refilled(quota, moment)
    return pendingNonce > 0n ? fullQuota(moment) : perSecond(moment)
  }

  #set(address: Uint8Array, availableVirtualGas: number, { nowMs }: QuotaMoment): void {
    this.#quotas.set(addressKey(address), { timestampMs: nowMs, availableVirtualGas })
  }

  #purge(moment: QuotaMoment): void {
    this.#purgedAtMs ??= moment.nowMs
    if (moment.nowMs - this.#purgedAtMs < purgePeriodMs) return
    this.#purgedAtMs = moment.nowMs
    const full = fullQuota(moment)
    for (const [key, quota] of this.#quotas) if (refilled(quota, moment) >= full) this.#quotas.delete(key)
  }
}

function refilled({ timestampMs, availableVirtualGas }: AccountQuota, moment: QuotaMoment): number {
  const elapsedSeconds = Math.max(0, moment.nowMs - timestampMs) / 1000
  return Math.min(fullQuota(moment), availableVirtualGas + elapsedSeconds * perSecond(moment))
}

/*
 * The virtual gas of a transaction: its gas limit times factors for everything that makes it likely that the network
 * relays it without a block ever including it.
 */

export interface VirtualGasFacts {
  readonly gasLimit: number
  readonly gasPrice: bigint
  readonly size: number
  readonly nonce: bigint
  /** The nonce of the sender's next pending transaction. */
  readonly pendingNonce: bigint
  /** The price of the transaction that it replaces. */
  readonly replacedGasPrice: bigint | undefined
  readonly blockGasLimit: number
  readonly minimumGasPrice: bigint
  /** The price that transactions pay while they compete for room; undefined while blocks have room. */
  readonly averageGasPrice: bigint | undefined
}

const sizeUnit = 25_000

export function virtualGas(facts: VirtualGasFacts): number {
  const { gasLimit, size, nonce, pendingNonce, blockGasLimit } = facts
  const nonceFactor = nonce === pendingNonce ? 1 : 2
  const newAccountFactor = 1 + 4 / (Number(pendingNonce) + 1)
  const sizeFactor = 1 + size / sizeUnit
  const gasLimitFactor = 1 + (4 * gasLimit) / blockGasLimit
  return (
    gasLimit *
    nonceFactor *
    lowPriceFactor(facts) *
    newAccountFactor *
    sizeFactor *
    replacementFactor(facts) *
    gasLimitFactor
  )
}

function lowPriceFactor({ gasPrice, minimumGasPrice, averageGasPrice }: VirtualGasFacts): number {
  if (averageGasPrice === undefined || gasPrice >= averageGasPrice) return 1
  return 1 + (3 * Number(averageGasPrice - gasPrice)) / Number(averageGasPrice - minimumGasPrice)
}

/** A replacement's gas price is above zero, because it exceeds the replaced one. */
const replacementFactor = ({ gasPrice, replacedGasPrice }: VirtualGasFacts): number =>
  replacedGasPrice === undefined ? 1 : 1 + Number(replacedGasPrice) / Number(gasPrice)

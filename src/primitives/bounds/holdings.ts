export interface HoldingsLimits {
  /** Maximum that all owners may hold together. */
  readonly total: number
  /** Maximum that one owner may hold. An owner exceeds it by at most one holding. */
  readonly perOwner: (owner: string) => number
}

interface Owner {
  readonly name: string
  held: number
  /** The oldest first. */
  readonly holdings: Set<Holding>
}

/** An amount that is held for an owner until it is released or cut off. */
export interface Holding {
  readonly owner: Owner
  amount: number
  /** Called when others need the room or the client reads too slowly. The amount is no longer counted. */
  readonly cutOff: () => void
  /** When the client began to read it; infinite while it is not being read. */
  readSinceMs: number
}

/**
 * Amounts that are held for owners, such as bytes or connections. An owner that holds its share is refused more. When
 * the total is full, the oldest holdings of the owner that holds most are cut off until there is room. A newcomer is
 * therefore refused only if no other owner holds more than the newcomer would.
 */
export class Holdings {
  readonly #limits: HoldingsLimits
  readonly #owners = new Map<string, Owner>()
  #sum = 0

  constructor(limits: HoldingsLimits) {
    this.#limits = limits
  }

  /** The amount of all owners together. */
  get sum(): number {
    return this.#sum
  }

  holdsFor(owner: string): boolean {
    return this.#owners.has(owner)
  }

  /** Whether the owner holds its share. */
  isFullFor(name: string): boolean {
    const owner = this.#owners.get(name)
    return owner !== undefined && owner.held >= this.#limits.perOwner(name)
  }

  /** Whether the total is full and the owner holds most of it. */
  isFullOf(name: string): boolean {
    return this.#isFull && this.#largest()?.name === name
  }

  /** Counts an amount until it is released; undefined when the owner may not hold more. */
  take(name: string, amount: number, cutOff: () => void): Holding | undefined {
    if (!this.#mayHold(name, amount)) return undefined
    const owner = this.#owner(name)
    const holding: Holding = { owner, amount: 0, cutOff, readSinceMs: Number.POSITIVE_INFINITY }
    owner.holdings.add(holding)
    this.#add(holding, amount)
    return holding
  }

  /** Increases a holding. False when the owner may not hold more, or the holding was released. */
  grow(holding: Holding, amount: number): boolean {
    if (!isHeld(holding) || !this.#mayHold(holding.owner.name, amount)) return false
    this.#add(holding, amount)
    return true
  }

  shrink(holding: Holding, amount: number): void {
    if (isHeld(holding)) this.#add(holding, -amount)
  }

  release(holding: Holding): void {
    const { owner, amount } = holding
    if (!owner.holdings.delete(holding)) return
    owner.held -= amount
    this.#sum -= amount
    if (owner.holdings.size === 0) this.#owners.delete(owner.name)
  }

  /** Cuts off holdings that have been read for longer than their amount allows. */
  cutOffSlow(nowMs: number, maximumMs: (amount: number) => number): void {
    const slow = [...this.#owners.values()].flatMap(({ holdings }) =>
      [...holdings].filter(({ readSinceMs, amount }) => nowMs - readSinceMs > maximumMs(amount)),
    )
    for (const holding of slow) this.#cutOff(holding)
  }

  get #isFull(): boolean {
    return this.#sum >= this.#limits.total
  }

  #mayHold(name: string, amount: number): boolean {
    return !this.isFullFor(name) && (!this.#isFull || this.#makeRoom(name, amount))
  }

  #makeRoom(name: string, amount: number): boolean {
    while (this.#isFull) {
      const largest = this.#largest()
      const held = this.#owners.get(name)?.held ?? 0
      if (largest === undefined || largest.name === name || largest.held <= held + amount) return false
      const [oldest] = largest.holdings
      this.#cutOff(oldest!)
    }
    return true
  }

  #cutOff(holding: Holding): void {
    this.release(holding)
    holding.cutOff()
  }

  #add(holding: Holding, amount: number): void {
    holding.amount += amount
    holding.owner.held += amount
    this.#sum += amount
  }

  #largest(): Owner | undefined {
    let largest: Owner | undefined
    for (const owner of this.#owners.values()) {
      if (largest === undefined || owner.held > largest.held) largest = owner
    }
    return largest
  }

  #owner(name: string): Owner {
    const known = this.#owners.get(name)
    if (known !== undefined) return known
    const owner: Owner = { name, held: 0, holdings: new Set() }
    this.#owners.set(name, owner)
    return owner
  }
}

const isHeld = (holding: Holding): boolean => holding.owner.holdings.has(holding)

/** One holding whose amount changes. */
export class VaryingHolding {
  readonly #book: Holdings
  readonly #owner: string
  readonly #cutOff: () => void
  #holding: Holding | undefined

  constructor(book: Holdings, owner: string, cutOff: () => void) {
    this.#book = book
    this.#owner = owner
    this.#cutOff = cutOff
  }

  /** Changes the amount; false when the owner may not hold so much. */
  set(amount: number): boolean {
    const held = this.#holding
    const more = amount - (held?.amount ?? 0)
    if (amount === 0) {
      if (held !== undefined) this.#book.release(held)
      this.#holding = undefined
    } else if (more > 0) {
      if (held !== undefined) return this.#book.grow(held, more)
      this.#holding = this.#book.take(this.#owner, amount, this.#cutOff)
      return this.#holding !== undefined
    } else if (held !== undefined) this.#book.shrink(held, -more)
    return true
  }
}

/** Bounds of a queue. */
export interface FairQueueLimits {
  /** Jobs that run at once. The last of them is for an owner without running jobs: no owner waits for another's long jobs. */
  readonly atOnce: number
  /** Jobs of one owner that may wait. */
  readonly waitingPerOwner: number
  /** Jobs of all owners that may wait. */
  readonly waiting: number
  /** Expected work of the first job of an owner; 1 if absent. */
  readonly usualWork?: number
}

/** A job that may run now. */
export interface Turn<Job> {
  readonly job: Job
  /** May be called while the job runs, with its work so far. */
  readonly worked: (work: number) => void
  /** Must be called once when the job has ended, with its work. */
  readonly finished: (work: number) => void
}

interface Owner<Job> {
  readonly name: string
  readonly waiting: Set<Job>
  running: number
  /** Work, on the scale of the queue's clock: that of its ended jobs, and the expected work of running ones. */
  served: number
  /** A moving average of the work of its jobs, which is expected of a running one. */
  usual: number
}

/** The weight of the newest job in the average. */
const newestWeight = 0.25

/**
 * Jobs of several owners that wait for something they share: threads, the event loop, a wallet. Next is a job of the owner
 * with the least work so far, in whatever the user counts: units, bytes, jobs; owners with equal work alternate. The jobs of one
 * owner keep their order. An owner gets no credit for the time in which it had no jobs: it continues at the clock of the others (start-time
 * fair queueing), and work beyond that clock still counts.
 *
 * The queue says what may run; its user runs it. `FairTurns` is the user for asynchronous jobs.
 */
export class FairQueue<Job> {
  readonly #limits: FairQueueLimits
  readonly #dropped: ((job: Job) => void) | undefined
  /** Owners with waiting or running jobs, and owners whose work still counts. */
  readonly #owners = new Map<string, Owner<Job>>()
  #waiting = 0
  #running = 0
  #active = 0
  /** The work that an owner with jobs at all times would have got so far. */
  #clock = 0

  /**
   * `dropped` receives a waiting job that makes room for another owner's: when the queue is full, the owner with the most
   * waiting jobs loses its oldest one. Without `dropped`, a full queue refuses new jobs.
   */
  constructor(limits: FairQueueLimits, dropped?: (job: Job) => void) {
    this.#limits = limits
    this.#dropped = dropped
  }

  get waiting(): number {
    return this.#waiting
  }

  get running(): number {
    return this.#running
  }

  /** Owners whose work is remembered. */
  get owners(): number {
    return this.#owners.size
  }

  runsFor(name: string): boolean {
    return (this.#owners.get(name)?.running ?? 0) > 0
  }

  /** Whether jobs of other owners wait. */
  isWaitedBeside(name: string): boolean {
    return this.#waiting > (this.#owners.get(name)?.waiting.size ?? 0)
  }

  /**
   * The owner with the most running jobs, while an owner without any waits; undefined when no owner runs several. The queue
   * itself does not interrupt jobs.
   */
  get crowding(): string | undefined {
    if (this.#waiting === 0) return undefined
    const largest = this.#largest(({ running }) => running)
    return largest !== undefined && largest.running > 1 && this.#hasStarved() ? largest.name : undefined
  }

  /** Whether the job waits now; false when its owner has too many jobs waiting, or no other owner has more. */
  add(name: string, job: Job): boolean {
    const owner = this.#owner(name)
    if (owner.waiting.size >= this.#limits.waitingPerOwner || !this.#makeRoom(owner)) {
      this.#release(owner)
      return false
    }
    if (isIdle(owner)) {
      owner.served = Math.max(owner.served, this.#clock)
      this.#active++
    }
    owner.waiting.add(job)
    this.#waiting++
    return true
  }

  /** Drops a waiting job; false when it does not wait. */
  remove(name: string, job: Job): boolean {
    const owner = this.#owners.get(name)
    if (owner === undefined || !owner.waiting.delete(job)) return false
    this.#waiting--
    if (isIdle(owner)) this.#active--
    this.#release(owner)
    return true
  }

  /** The job that runs next; undefined while none may. */
  next(): Turn<Job> | undefined {
    const owner = this.#nextOwner()
    if (owner === undefined) return undefined
    const [job] = owner.waiting
    owner.waiting.delete(job!)
    this.#waiting--
    return this.#start(owner, job!)
  }

  /** When the queue is full, the largest owner loses a job, never the newcomer. */
  #makeRoom(owner: Owner<Job>): boolean {
    if (this.#waiting < this.#limits.waiting) return true
    const largest = this.#largest(({ waiting }) => waiting.size)
    if (this.#dropped === undefined || largest === undefined) return false
    if (largest.waiting.size <= owner.waiting.size + 1) return false
    const [oldest] = largest.waiting
    this.remove(largest.name, oldest!)
    this.#dropped(oldest!)
    return true
  }

  #largest(sizeOf: (owner: Owner<Job>) => number): Owner<Job> | undefined {
    let largest: Owner<Job> | undefined
    for (const owner of this.#owners.values()) {
      if (largest === undefined || sizeOf(owner) > sizeOf(largest)) largest = owner
    }
    return largest
  }

  #hasStarved(): boolean {
    for (const { waiting, running } of this.#owners.values())
      if (waiting.size > 0 && running === 0) return true
    return false
  }

  #start(owner: Owner<Job>, job: Job): Turn<Job> {
    const guess = owner.usual
    // Owners with equal work are chosen in the order of the map.
    this.#owners.delete(owner.name)
    this.#owners.set(owner.name, owner)
    let counted = guess
    owner.running++
    owner.served += guess
    this.#running++
    return {
      job,
      worked: (work) => {
        if (work <= counted) return
        owner.served += work - counted
        counted = work
      },
      finished: (work) => {
        this.#clock += work / this.#active
        owner.running--
        if (isIdle(owner)) this.#active--
        owner.served += work - counted
        owner.usual += (work - owner.usual) * newestWeight
        this.#running--
        this.#release(owner)
      },
    }
  }

  #nextOwner(): Owner<Job> | undefined {
    const left = this.#limits.atOnce - this.#running
    if (left === 0) return undefined
    let least: Owner<Job> | undefined
    for (const owner of this.#owners.values()) {
      if (owner.waiting.size === 0 || (left === 1 && owner.running > 0)) continue
      if (least === undefined || owner.served < least.served) least = owner
    }
    return least
  }

  #owner(name: string): Owner<Job> {
    const known = this.#owners.get(name)
    if (known !== undefined) return known
    this.#forgetSettled()
    const owner = { name, waiting: new Set<Job>(), running: 0, served: 0, usual: this.#limits.usualWork ?? 1 }
    this.#owners.set(name, owner)
    return owner
  }

  #release(owner: Owner<Job>): void {
    if (isIdle(owner) && owner.served <= this.#clock) this.#owners.delete(owner.name)
  }

  /** Keeps the idle owners that are ahead of the clock; all others would start at the clock anyway. */
  #forgetSettled(): void {
    if (this.#owners.size < 2 * this.#limits.waiting) return
    for (const owner of this.#owners.values()) this.#release(owner)
  }
}

const isIdle = ({ waiting, running }: Owner<unknown>): boolean => waiting.size === 0 && running === 0

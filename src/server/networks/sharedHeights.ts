import { listReply, script, serverNow, textReply } from '../../sharing/sharedScript.ts'
import type { Sharing } from '../../sharing/sharing.ts'

/** A height counts for this long after the last node that had it was seen. */
export const heightLeaseMs = 5_000
const renewMs = 1_000
/** How long an answer of a new height waits until the other gateways know the height. */
const tellMs = 1_000

export interface SharedHeightsParts {
  readonly sharing: Sharing
  /** Unique to the process; has no spaces. */
  readonly processId: string
  readonly report: (error: unknown) => void
  /** A monotonic clock. */
  readonly elapsedMs: () => number
}

/** Writes the height of a gateway, announces it to the others and returns all leased ones: ids and heights in turn. */
const renew = script(`${serverNow}
local now = nowMs()
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. string.format('%.0f', now + ARGV[3]))
redis.call('PEXPIRE', KEYS[1], 2 * ARGV[3])
local fields = redis.call('HGETALL', KEYS[1])
local leased = {}
for i = 1, #fields, 2 do
  local height, untilMs = string.match(fields[i + 1], '^(%d+) (%d+)$')
  if height and tonumber(untilMs) > now then
    leased[#leased + 1] = fields[i]
    leased[#leased + 1] = height
  else
    redis.call('HDEL', KEYS[1], fields[i])
  end
end
if ARGV[4] ~= '' then redis.call('PUBLISH', ARGV[4], ARGV[5]) end
return leased
`)

const publish = script(`return redis.call('PUBLISH', ARGV[1], ARGV[2])`)

/**
 * The heights that gateways answer from, for all networks of a process. A gateway tells the others a new height before it
 * answers from it, so that none of them answers from a lower one afterwards. Heights that are not renewed are forgotten.
 */
export class SharedHeights {
  readonly #parts: SharedHeightsParts
  readonly #networks = new Map<string, NetworkHeights>()

  /** Call it before the sharing is opened. */
  constructor(parts: SharedHeightsParts) {
    const { sharing, processId } = parts
    this.#parts = parts
    sharing.onMessage(sharing.names.channel('heights'), (message) => this.#heard(message))
    sharing.onMessage(sharing.names.channel(`heights-${processId}`), (message) => this.#acknowledged(message))
  }

  /** `height` returns the height that this process answers from. */
  of(network: string, height: () => number): NetworkHeights {
    const heights = new NetworkHeights(network, height, this.#parts)
    this.#networks.set(network, heights)
    return heights
  }

  close(): void {
    for (const heights of this.#networks.values()) heights.close()
  }

  #heard(message: string): void {
    const { sharing, processId } = this.#parts
    const [network = '', from = '', height = '', sequence = ''] = message.split(' ')
    const heights = this.#networks.get(network)
    if (heights === undefined || from === processId || !/^\d{1,15}$/.test(height)) return
    heights.heard(from, Number(height))
    if (sharing.isAway || sequence === '') return
    const words = [sharing.names.channel(`heights-${from}`), `${network} ${processId} ${sequence}`]
    sharing.run(publish, [heights.key], words).catch(this.#parts.report)
  }

  #acknowledged(message: string): void {
    const [network = '', from = '', sequence = ''] = message.split(' ')
    this.#networks.get(network)?.acknowledged(from, Number(sequence))
  }
}

interface HeightLease {
  readonly height: number
  readonly atMs: number
}

/** Whether the lease was heard of so long ago that a reply of the shared state is newer. */
const isOld = ({ atMs }: HeightLease, nowMs: number): boolean => nowMs - atMs > renewMs / 2

interface Telling {
  readonly height: number
  readonly known: Promise<void>
}

/** The heights of one network. */
export class NetworkHeights {
  readonly key: string
  readonly #network: string
  readonly #height: () => number
  readonly #parts: SharedHeightsParts
  /** Of other gateways. */
  readonly #leases = new Map<string, HeightLease>()
  /** Gateways that have not acknowledged an announcement, by its number. */
  readonly #awaited = new Map<number, { readonly gateways: Set<string>; readonly end: () => void }>()
  /** Those with a lease that did not acknowledge in time, perhaps because they were killed; not awaited until heard from. */
  readonly #silent = new Set<string>()
  readonly #timer: NodeJS.Timeout
  #floor = 0
  #known = -1
  #telling: Telling | undefined
  #sequence = 0

  constructor(network: string, height: () => number, parts: SharedHeightsParts) {
    this.#network = network
    this.#height = height
    this.#parts = parts
    this.key = parts.sharing.names.key('heights', network)
    this.#timer = setInterval(() => void this.#renew(undefined), renewMs)
    this.#timer.unref()
    void this.#renew(undefined)
  }

  /** The greatest height that another gateway may have answered from. */
  get floor(): number {
    return this.#floor
  }

  /** Undefined when the other gateways know the height; else resolves when they do, or after a while. */
  tell(height: number): Promise<void> | undefined {
    if (height <= this.#known) return undefined
    const telling = this.#telling
    if (telling !== undefined && telling.height >= height) return telling.known
    const known = this.#announce(height).finally(() => {
      this.#known = Math.max(this.#known, height)
      if (this.#telling?.height === height) this.#telling = undefined
    })
    this.#telling = { height, known }
    return known
  }

  /** The chain was rolled back: other gateways forget the heights. */
  reset(): void {
    this.#forget()
    void this.#renew(`${this.#network} ${this.#parts.processId} 0 `)
  }

  heard(from: string, height: number): void {
    this.#silent.delete(from)
    if (height === 0) this.#forget()
    else this.#leases.set(from, { height, atMs: this.#parts.elapsedMs() })
    this.#update()
  }

  acknowledged(from: string, sequence: number): void {
    this.#silent.delete(from)
    const awaited = this.#awaited.get(sequence)
    if (awaited === undefined) return
    awaited.gateways.delete(from)
    if (awaited.gateways.size === 0) awaited.end()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #forget(): void {
    this.#leases.clear()
    this.#silent.clear()
    this.#floor = 0
    this.#known = -1
  }

  /** Resolves when all gateways that hold a lease and are not silent have acknowledged the height, or after a while. */
  #announce(height: number): Promise<void> {
    const sequence = ++this.#sequence
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#awaited.delete(sequence)
        resolve()
      }
      const gateways = new Set([...this.#leases.keys()].filter((id) => !this.#silent.has(id)))
      const timer = setTimeout(() => {
        for (const id of gateways) if (this.#leases.has(id)) this.#silent.add(id)
        end()
      }, tellMs)
      this.#awaited.set(sequence, { gateways, end })
      const { processId } = this.#parts
      void this.#renew(`${this.#network} ${processId} ${height} ${sequence}`, height).then((isTold) => {
        if (!isTold || gateways.size === 0) end()
      })
    })
  }

  /** Whether the shared state was reached. */
  async #renew(message: string | undefined, height = this.#height()): Promise<boolean> {
    const { sharing, processId, report } = this.#parts
    if (sharing.isAway) {
      this.#update()
      return false
    }
    // When the height rises again, it is announced again.
    this.#known = Math.min(this.#known, height)
    const channel = message === undefined ? '' : sharing.names.channel('heights')
    const words = [processId, Math.max(0, height), heightLeaseMs, channel, message ?? '']
    try {
      this.#take(listReply(await sharing.run(renew, [this.key], words), this.key))
      return true
    } catch (error) {
      report(error)
      this.#update()
      return false
    }
  }

  #take(leased: readonly unknown[]): void {
    const atMs = this.#parts.elapsedMs()
    const listed = new Set<string>()
    for (let index = 0; index + 1 < leased.length; index += 2) {
      const id = textReply(leased[index], this.key)
      listed.add(id)
      if (id === this.#parts.processId) continue
      const height = Number(textReply(leased[index + 1], this.key))
      const known = this.#leases.get(id)
      // A message that came while this reply was on its way may have had a greater height.
      if (known === undefined || height >= known.height || isOld(known, atMs))
        this.#leases.set(id, { height, atMs })
    }
    for (const [id, lease] of this.#leases) {
      if (!listed.has(id) && isOld(lease, atMs)) this.#end(id)
    }
    this.#update()
  }

  #end(id: string): void {
    this.#leases.delete(id)
    this.#silent.delete(id)
  }

  #update(): void {
    const now = this.#parts.elapsedMs()
    let floor = 0
    for (const [id, { height, atMs }] of this.#leases) {
      if (now - atMs > heightLeaseMs) this.#end(id)
      else if (height > floor) floor = height
    }
    this.#floor = floor
  }
}

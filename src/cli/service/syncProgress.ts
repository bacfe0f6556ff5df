import type { PeeringProgress } from '../../peers/network/peering.ts'
import type { SnapshotProgress } from '../../peers/snap/snapshotProgress.ts'
import { bytes, counted, duration, plural, rate } from '../terminal/quantities.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** A network that synchronises with peers. */
export interface FollowedNetwork {
  readonly name: string
  readonly progress: () => PeeringProgress
}

const statusIntervalMs = 500
const lineIntervalMs = 30_000

/**
 * Shows the progress of synchronisation: on the status line of a terminal, else on a new line every 30 seconds. A
 * network that is up to date or stopped is reported once. Returns a function that ends it.
 */
export function showSyncProgress(networks: readonly FollowedNetwork[], terminal: Terminal): () => void {
  if (networks.length === 0) return () => {}
  const display = new SyncDisplay(networks, terminal)
  const timer = setInterval(
    () => display.update(),
    terminal.status === undefined ? lineIntervalMs : statusIntervalMs,
  )
  return () => {
    clearInterval(timer)
    terminal.status?.clear()
  }
}

export class SyncDisplay {
  readonly #networks: readonly FollowedNetwork[]
  readonly #terminal: Terminal
  /** The last report of each network that does not synchronise at present. */
  readonly #reported = new Map<string, string>()

  constructor(networks: readonly FollowedNetwork[], terminal: Terminal) {
    this.#networks = networks
    this.#terminal = terminal
  }

  update(): void {
    const { status } = this.#terminal
    const underway: string[] = []
    for (const { name, progress } of this.#networks) {
      const now = progress()
      if (now.snapshot !== undefined && now.peers > 0) {
        this.#reported.delete(name)
        underway.push(`${name}: ${snapshotAdvance(now.snapshot, now.peers)}`)
      } else if (now.halted === undefined && now.highest > now.current) {
        this.#reported.delete(name)
        underway.push(`${name}: ${advance(now)}`)
      } else this.#reportOnce(name, standing(now))
    }
    if (status === undefined) for (const line of underway) this.#terminal.note(line)
    else if (underway.length > 0) status.show(underway.join(' | ').slice(0, status.columns - 1))
    else status.clear()
  }

  #reportOnce(name: string, text: string): void {
    if (this.#reported.get(name) === text) return
    this.#reported.set(name, text)
    this.#terminal.note(`${name}: ${text}`)
  }
}

function advance(progress: PeeringProgress): string {
  const { current, highest, blocksPerSecond, secondsLeft, peers, diskBytes } = progress
  const percent = Math.floor((100 * current) / highest)
  const left = secondsLeft === undefined ? '' : `, ${duration(secondsLeft)} left`
  const blocks = `block ${counted(current)} of ${counted(highest)} (${percent} %)`
  const disk = diskBytes === undefined ? '' : `, ${bytes(diskBytes)} on disk`
  return `${blocks}, ${rate(blocksPerSecond)} blocks/s${left}, ${plural(peers, 'peer')}${disk}`
}

function snapshotAdvance(snapshot: SnapshotProgress, peers: number): string {
  const { block, stateBytes, fetchedBytes, bytesPerSecond, headersLeft, blocksLeft, halted } = snapshot
  const from = plural(peers, 'peer')
  if (block === undefined) return `waits for a snapshot${halted === undefined ? '' : `: ${halted}`}, ${from}`
  const title = `state of block ${counted(block)}`
  if (halted !== undefined) return `${title}: ${halted}, ${from}`
  const percent = stateBytes === 0 ? 0 : Math.floor((100 * fetchedBytes) / stateBytes)
  const secondsLeft = bytesPerSecond === 0 ? undefined : (stateBytes - fetchedBytes) / bytesPerSecond
  const left = secondsLeft === undefined || secondsLeft === 0 ? '' : `, ${duration(secondsLeft)} left`
  const headers = headersLeft === 0 ? '' : `, ${counted(headersLeft)} headers to verify`
  const blocks = blocksLeft === 0 ? '' : `, ${counted(blocksLeft)} blocks to fetch`
  const speed = fetchedBytes === stateBytes ? '' : `, ${bytes(Math.round(bytesPerSecond))}/s${left}`
  return `${title}, ${bytes(fetchedBytes)} of ${bytes(stateBytes)} (${percent} %)${speed}${headers}${blocks}, ${from}`
}

function standing({ peers, halted }: PeeringProgress): string {
  if (halted !== undefined) return `accepts no blocks: ${halted}`
  return peers === 0 ? 'looks for peers' : 'is up to date with its peers'
}

import type { PeeringProgress } from '../../peers/network/peering.ts'
import type { NamedWork } from '../../primitives/work/workProgress.ts'
import { bytes, counted, plural } from '../terminal/quantities.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { namedText } from '../terminal/workLine.ts'

/** A network whose node may work for long. */
export interface FollowedNetwork {
  readonly name: string
  readonly work: () => readonly NamedWork[]
  /** Undefined without peers. */
  readonly progress: (() => PeeringProgress) | undefined
}

/** Work that brings the chain to the height of the peers. */
const downloads: ReadonlySet<string> = new Set(['sync', 'snapshot'])

const statusIntervalMs = 500
const lineIntervalMs = 30_000

/**
 * Shows the long work of nodes: on the status line of a terminal, else on a new line every 30 seconds. A network that is
 * up to date with its peers, or accepts no blocks, is reported once. Returns a function that ends it.
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
    for (const { name, progress, work } of this.#networks) {
      const now = progress?.()
      const works = work()
      const isDownloading = works.some((named) => downloads.has(named.work))
      const texts = works.map((named) =>
        downloads.has(named.work) && now ? `${namedText(named)}  ${circumstances(now)}` : namedText(named),
      )
      const problem = now && !isDownloading ? missingSnapshot(now) : undefined
      if (problem !== undefined) texts.push(problem)
      if (now === undefined || isDownloading || problem !== undefined) this.#reported.delete(name)
      else this.#reportOnce(name, standing(now))
      underway.push(...texts.map((text) => `${name}: ${text}`))
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

const circumstances = ({ peers, diskBytes }: PeeringProgress): string =>
  `${plural(peers, 'peer')}${diskBytes === undefined ? '' : `, ${bytes(diskBytes)} on disk`}`

/** Why no snapshot is fetched, although the node wants one. */
function missingSnapshot({ snapshot, peers }: PeeringProgress): string | undefined {
  if (snapshot === undefined || peers === 0) return undefined
  const { block, halted } = snapshot
  const reason = halted === undefined ? '' : `: ${halted}`
  const what = block === undefined ? 'waits for a snapshot' : `state of block ${counted(block)}`
  return `${what}${reason}, ${plural(peers, 'peer')}`
}

function standing({ peers, halted }: PeeringProgress): string {
  if (halted !== undefined) return `accepts no blocks: ${halted}`
  return peers === 0 ? 'looks for peers' : 'is up to date with its peers'
}

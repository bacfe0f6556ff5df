import { signal } from '@preact/signals'

export type ConnectionState = 'connecting' | 'live' | 'polling' | 'lost'

/** Whether the node answers. `epoch` grows when it comes back, which makes the pages load again. */
class Connection {
  readonly state = signal<ConnectionState>('connecting')
  readonly epoch = signal(0)
  /** When the node stopped answering, in milliseconds since 1970. */
  readonly lostAtMs = signal(0)

  lost(): void {
    if (this.state.value === 'lost') return
    this.lostAtMs.value = Date.now()
    this.state.value = 'lost'
  }

  reached(how: 'live' | 'polling'): void {
    if (this.state.value === 'lost') this.epoch.value++
    this.state.value = how
  }
}

export const connection = new Connection()

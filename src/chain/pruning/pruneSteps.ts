export interface PruneProgress {
  readonly what: 'states found' | 'states removed' | 'clusters of nodes passed' | 'nodes removed'
  readonly done: number
}

/** What is read or removed between two pauses: some milliseconds of work. */
export interface PruneSteps {
  readonly clusters: number
  readonly states: number
}

export const usualSteps: PruneSteps = { clusters: 256, states: 512 }

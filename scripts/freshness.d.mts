export function filesBelow(folder: string): string[]

export function digestOf(root: string, paths: readonly string[]): string

export interface BuildStep {
  readonly record: string
  readonly folder: string
  readonly digest: string
  readonly isOutput?: (path: string) => boolean
  readonly build: () => void
}

export function buildUnlessFresh(step: BuildStep): void

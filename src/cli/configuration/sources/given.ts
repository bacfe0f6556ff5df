import { suggestion } from '../../commandLine/nearest.ts'
import { shown } from '../settings/valueTypes.ts'

type OriginKind = 'flag' | 'environment' | 'file' | 'default'

/** Where a value comes from. */
export interface Origin {
  readonly kind: OriginKind
  /** The flag, the variable or the file; empty for a default. */
  readonly name: string
}

/** A value before it is checked. */
export interface GivenValue {
  readonly origin: Origin
  readonly value: unknown
}

/** The values of one source by the names of settings, and the problems of the source itself. */
export interface Source {
  readonly values: ReadonlyMap<string, GivenValue>
  readonly problems: readonly string[]
}

/** A name from outside in a message; quoted when it could contain control characters. */
const shownName = (name: string): string => (/^[\w.-]{1,100}$/.test(name) ? name : shown(name))

export const unknownName = (where: string, name: string, names: readonly string[]): string =>
  `${where}${shownName(name)} is not a setting${suggestion(name.slice(0, 100), names)}`

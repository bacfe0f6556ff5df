import { objectOf, shownInProgram } from '../settings/programTypes.ts'
import { optionsGivenTo } from './checkedArgument.ts'
import { optionTable } from './optionTable.ts'

const optionType = objectOf(optionTable)

/** Options whose values were checked and decoded; those that are undefined are left out. */
export type CheckedOptions = ReturnType<typeof optionType.check>

/** Checks the options of `createNode`. Throws a `TypeError` that names every wrong one. */
export const checkedOptions = (given: unknown): CheckedOptions =>
  withCheckedResults(optionsGivenTo('createNode', optionType, given, contradictions))

function contradictions({ fork, peg = false, dataFolder }: CheckedOptions): string[] {
  return [
    ...(fork !== undefined && peg !== false ? ['fork and peg are both given: a fork has no peg'] : []),
    ...(fork !== undefined && dataFolder !== undefined
      ? ['fork and dataFolder are both given: a fork is in memory, and what it fetched in fork.cacheFolder']
      : []),
  ]
}

/** What the functions of a program return is checked when they are called. */
function withCheckedResults(options: CheckedOptions): CheckedOptions {
  const { clock, random, ...others } = options
  return {
    ...others,
    ...(clock && {
      clock() {
        const milliseconds: unknown = clock()
        if (typeof milliseconds === 'number' && milliseconds >= 0 && Number.isFinite(milliseconds)) {
          return milliseconds
        }
        throw new TypeError(`clock must return milliseconds since 1970, got ${shownInProgram(milliseconds)}`)
      },
    }),
    ...(random && {
      random(length: number) {
        const bytes: unknown = random(length)
        if (bytes instanceof Uint8Array && bytes.length === length) return bytes
        throw new TypeError(`random must return ${length} bytes, got ${shownInProgram(bytes)}`)
      },
    }),
  }
}

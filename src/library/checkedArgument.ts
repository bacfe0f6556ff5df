import { problemsOf, shownInProgram } from '../settings/programTypes.ts'
import type { CheckedType } from '../settings/valueTypes.ts'

/** The value of an argument; throws a `TypeError` that names the argument and what it takes. */
export function checkedArgument<Value>(name: string, type: CheckedType<Value>, value: unknown): Value {
  const checked: Value[] = []
  const problems = problemsOf(name, () => checked.push(type.check(value)))
  const [first] = checked
  if (problems.length > 0 || first === undefined) throw new TypeError(problems.join('\n'))
  return first
}

/**
 * The options of a function. `contradictions` finds what is wrong with values that are right by themselves. Throws a
 * `TypeError` that names every wrong option.
 */
export function optionsGivenTo<Options>(
  name: string,
  type: CheckedType<Options>,
  given: unknown,
  contradictions: (options: Options) => readonly string[],
): Options {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypeError(`the options of ${name} must be an object, got ${shownInProgram(given)}`)
  const checked: Options[] = []
  const problems = problemsOf('', () => checked.push(type.check(given))).map((problem) =>
    problem.replace(/^\./, ''),
  )
  const [options] = checked
  const all = options === undefined ? problems : contradictions(options)
  if (options === undefined || all.length > 0) throw new TypeError(all.join('\n'))
  return options
}

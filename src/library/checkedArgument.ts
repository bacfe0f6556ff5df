import { problemsOf } from '../settings/programTypes.ts'
import type { CheckedType } from '../settings/valueTypes.ts'

/** The value of an argument; throws a `TypeError` that names the argument and what it takes. */
export function checkedArgument<Value>(name: string, type: CheckedType<Value>, value: unknown): Value {
  const checked: Value[] = []
  const problems = problemsOf(name, () => checked.push(type.check(value)))
  const [first] = checked
  if (problems.length > 0 || first === undefined) throw new TypeError(problems.join('\n'))
  return first
}

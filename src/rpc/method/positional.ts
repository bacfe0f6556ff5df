import { namedParameters, parametersNotArray } from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'

/** Parameters have positions, not names; an empty object has neither. */
export function positional(params: unknown): readonly unknown[] {
  if (Array.isArray(params)) return params
  if (params === undefined || params === null) return []
  if (!isJsonObject(params)) throw parametersNotArray()
  if (Object.keys(params).length > 0) throw namedParameters()
  return []
}

import { limb0, limb1, limb2, limb3 } from './word'

@inline
function lowerLimbsLess(a: u32, b: u32): bool {
  const a2 = limb2(a)
  const b2 = limb2(b)
  if (a2 != b2) return a2 < b2
  const a1 = limb1(a)
  const b1 = limb1(b)
  if (a1 != b1) return a1 < b1
  return limb0(a) < limb0(b)
}

@inline
export function less(a: u32, b: u32): bool {
  const a3 = limb3(a)
  const b3 = limb3(b)
  return a3 != b3 ? a3 < b3 : lowerLimbsLess(a, b)
}

@inline
export function signedLess(a: u32, b: u32): bool {
  const a3 = limb3(a)
  const b3 = limb3(b)
  return a3 != b3 ? <i64>a3 < <i64>b3 : lowerLimbsLess(a, b)
}

@inline
export function equal(a: u32, b: u32): bool {
  return ((limb0(a) ^ limb0(b)) | (limb1(a) ^ limb1(b)) | (limb2(a) ^ limb2(b)) | (limb3(a) ^ limb3(b))) == 0
}

/**
 * The figures of each contender, by round. Contenders take turns within a round, so that other load on the machine affects all
 * of them.
 */
export async function inTurns<Contender, Figure>(
  rounds: number,
  contenders: readonly Contender[],
  measure: (contender: Contender) => Figure | Promise<Figure>,
): Promise<Figure[][]> {
  const figures = contenders.map((): Figure[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) figures[index]!.push(await measure(contender))
  }
  return figures
}

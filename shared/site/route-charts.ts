import type { SampleJourney, SiteContent } from '#shared/content/registry.ts'
import { drawRouteChart, type RouteChart } from '#shared/journeys/map/route-chart.ts'

/** A sample journey as pages get it. */
export interface ChartedJourney extends SampleJourney {
  /** Absent if the owner has named no places. */
  drawn?: RouteChart
}

/**
 * The content with the charts of those sample journeys whose places the owner has named: whoever shows it needs no map, nor
 * any list of places.
 */
export function drawCharts(content: SiteContent): SiteContent {
  const { artistry } = content.texts
  if (!artistry.journeys.list) return content
  const list = artistry.journeys.list.map((journey): ChartedJourney => {
    const drawn = drawRouteChart(journey.places ?? [], journey.chart)
    return drawn ? { ...journey, drawn } : journey
  })
  const journeys = { ...artistry.journeys, list }
  return { ...content, texts: { ...content.texts, artistry: { ...artistry, journeys } } }
}

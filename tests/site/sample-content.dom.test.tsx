// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { AboutPage } from '#client/site/about-page.tsx'
import { HomePage } from '#client/site/home-page.tsx'
import { SiteFooter } from '#client/site/layout/site-layout.tsx'
import { ArtistryPage } from '#client/site/services/artistry-page.tsx'
import { MasteryPage } from '#client/site/services/mastery-page.tsx'
import { facts, story } from '#shared/site/owner/about.ts'
import { business } from '#shared/site/owner/business.ts'
import { journeys } from '#shared/site/owner/journeys.ts'
import { workedExample } from '#shared/site/owner/mastery.ts'
import { samples } from '#shared/site/owner/samples.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
})

function renderAll() {
  const element = (
    <>
      <HomePage />
      <AboutPage />
      <ArtistryPage />
      <MasteryPage />
      <SiteFooter />
    </>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('A public site shows no invented testimonial, logo, number or profile', () => {
  vi.stubEnv('VITE_PUBLIC_SITE', 'true')
  expect(samples).toEqual(expect.arrayContaining(['testimonials', 'client logo', 'phone number']))
  renderAll()
  const text = document.body.textContent ?? ''
  for (const { quote, client } of Object.values(business.testimonials)) {
    expect(text).not.toContain(quote)
    expect(text).not.toContain(client)
  }
  expect(text).not.toMatch(/Client logo|Client name|Org\. no\.|Instagram/)
  expect(text).not.toContain(business.phone)
})

test('A public site shows no invented story, fact, journey or worked example', () => {
  const invented = [
    ...story,
    ...facts.map(({ value }) => value),
    ...journeys.map(({ title }) => title),
    workedExample.title,
  ]
  renderAll()
  for (const text of invented) expect(document.body.textContent).toContain(text)
  cleanup()
  vi.stubEnv('VITE_PUBLIC_SITE', 'true')
  renderAll()
  for (const text of invented) expect(document.body.textContent).not.toContain(text)
})

test('In local development the sample content shows what the site will look like', () => {
  renderAll()
  expect(screen.getByText(new RegExp(business.testimonials.home.client))).toBeTruthy()
  expect(document.body.textContent).toContain(business.organizationNumber)
  expect(document.body.textContent).not.toContain('Client logo')
})

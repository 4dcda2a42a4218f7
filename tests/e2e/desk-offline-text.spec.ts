import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'

test.use(withOwnServer('desk-offline-words'))

test('Offline, the privacy, video and account pages show that they need a connection, and no card is empty', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signInAsOwner(context, server)
  const tab = (name: string) => page.getByRole('link', { name, exact: true })
  // The pages' code loads and their data do not, as on an offline device that has cached the desk.
  const names = ['sync-pull', 'get-retention', 'gdpr-consents', 'gdpr-audit', 'get-site-state']
  for (const name of names)
    await page.route(`**/functions/${name}**`, (route) => route.abort('internetdisconnected'))
  await page.goto('/admin/settings/privacy')
  await expect(page.getByRole('heading', { name: 'Processing audit log' })).toBeVisible()
  await context.setOffline(true)
  await expect(
    page.getByText(/^You are offline, and this has not been opened on this device yet\./),
  ).toBeVisible()
  for (const name of ['Consent settings', 'Processing audit log', 'How long things are kept'])
    await expect(page.getByRole('region', { name })).toContainText('This needs a connection.')
  await context.setOffline(false)
  await tab('Video Meeting Testing').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Video Meeting Testing' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/^You are offline/)).toBeVisible()
  await context.setOffline(false)
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You are offline. Your account needs a connection.')).toBeVisible()
})

export API={{api}}
export API_KEY='trip_live_…' # your key
export SERVICE_TIER='…'      # the _id of a vehicle category: GET /v1/service-tiers

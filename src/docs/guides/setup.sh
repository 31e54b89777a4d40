export API={{api}}
export API_KEY='trip_live_…' # your key

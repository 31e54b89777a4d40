export SERVICE_TIER='…' # the _id of Eco
